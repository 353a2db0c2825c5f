import { readName } from './addresses.ts';
import type { Address } from './letter.ts';
import { readPageAddress } from './page-address.ts';

const LENGTH_MAX = 300;

/** What closes an attribution, in the languages of mailers. */
const WROTE = [
  ' wrote:',
  ' writes:',
  ' said:',
  ' schrieb:',
  ' skrev:',
  ' a écrit :',
  ' a écrit:',
  ' escribió:',
  ' пишет:',
  ' wrote :',
];

const CLOCK = /^\d{1,2}[:.]\d{2}([:.]\d{2})?$/;
const ZONE = /^(?:[A-Z]{2,4}T|UTC|GMT|MSK|CEST|AM|PM|a\.m\.|p\.m\.|(?:GMT|UTC)?[+-]\d{1,2}:?\d{0,2}|\(.*\))$/;

/**
 * The person an attribution names: "On Mon, Apr 01, 2019 at 11:16:11PM +0900, A Name wrote:",
 * "2018-08-09 1:46 GMT+03:00 A Name:", "* A Name <a@b.example> [190401 12:00]:". Null for any other line.
 */
export function parseAttribution(line: string): Address | null {
  const text = line.trim();
  if (text.length > LENGTH_MAX || !text.endsWith(':')) return null;
  const close = WROTE.find((ending) => text.endsWith(ending));
  if (close !== undefined) return personOf(text.slice(0, -close.length));
  const named = text.startsWith('Am ') ? text.indexOf(' schrieb ') : -1;
  if (named >= 0) return personOf(text.slice(named + ' schrieb '.length, -1));
  if (/^\d{4}-\d{2}-\d{2} \d/.test(text)) return personOf(text.slice(0, -1));
  const starred = /^\* ([^<>]{1,80}<[^<>\s]{3,100}>) \[[^\]]{1,40}\]:$/.exec(text)?.[1];
  return starred === undefined ? null : personOf(starred);
}

/** The person after the date: names hold no digits, dates nearly always end with one or with a zone. */
function personOf(text: string): Address | null {
  const open = text.lastIndexOf('<');
  const named = open < 0 ? text : text.slice(0, open);
  const address = open < 0 ? null : readPageAddress(text.slice(open + 1).split('>', 1)[0] ?? '');
  const words = named.split(/\s+/).filter((word) => word !== '');
  const dated = words.findLastIndex((word) => isOfDate(word.replace(/,$/, '')));
  const name = readName(
    words
      .slice(dated + 1)
      .join(' ')
      .replace(/^,\s*/, '')
      .replace(/,$/, ''),
  );
  const stripped = name.replace(/^(?:On|Le|Am|Den)\s/, '');
  if (stripped.includes('@')) return { name: '', address: readPageAddress(stripped) };
  if (stripped === '' && address === null) return null;
  return { name: stripped, address };
}

function isOfDate(word: string): boolean {
  return /\d/.test(word) || CLOCK.test(word) || ZONE.test(word);
}
