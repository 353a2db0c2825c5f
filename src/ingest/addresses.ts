import { decodeHeader } from './encoded-word.ts';
import type { Address } from './letter.ts';
import { readPlainMailbox } from './plain-mailbox.ts';
import { added } from './short-list.ts';

const BACKSLASH = 92;
const QUOTE = 34;
const COMMENT_OPEN = 40;
const COMMENT_CLOSE = 41;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const ANGLE_OPEN = 60;
const ANGLE_CLOSE = 62;

const NOBODY: readonly Address[] = [];
/** `undisclosed-recipients:;`, with a comment behind it. Source: RFC 5322 section 3.4, a group without members. */
const NO_MEMBERS = /^\s{0,4}[a-z-]{1,60}:\s{0,4};\s{0,4}(?:\([\w -]{0,80}\))?\s{0,4}$/i;

/** What an address list gave; `isOdd` asks for the general MIME library. */
export interface AddressList {
  readonly addresses: readonly Address[];
  readonly isOdd: boolean;
}

/**
 * Reads the ordinary forms of an address list, folded or on one line: `Name <a@b>`, `"Name, First" <a@b>`, `a@b`,
 * `a@b (Name)`. Groups, routes and unbalanced quotes are left to the MIME library.
 */
export function readAddressList(raw: string, addressesMax: number): AddressList {
  const isPlainList = !/["()\\:;]/.test(raw);
  if (!isPlainList && NO_MEMBERS.test(raw)) return { addresses: NOBODY, isOdd: false };
  let addresses: Address[] | null = null;
  let isOdd = false;
  for (let start = 0, count = 0; start <= raw.length && count < addressesMax; count++) {
    const end = isPlainList ? commaOrEnd(raw, start) : itemEnd(raw, start);
    if (end < 0) return { addresses: NOBODY, isOdd: true };
    const address = readPlainMailbox(raw, start, end) ?? readMailbox(raw.slice(start, end).trim());
    if (address !== null) addresses = added(addresses, address);
    else if (raw.slice(start, end).includes('@')) isOdd = true;
    start = end + 1;
  }
  // A copy is as long as it is full: letters are kept by the thousand.
  return { addresses: addresses === null ? NOBODY : addresses.slice(), isOdd };
}

/** Reads one mailbox of the ordinary forms; null when it is another. */
function readMailbox(item: string): Address | null {
  const open = item.lastIndexOf('<');
  if (open < 0) return readBare(item);
  const close = item.indexOf('>', open);
  if (close < 0) return null;
  const address = item.slice(open + 1, close).trim();
  if (!isAddress(address)) return null;
  const name = readName(item.slice(0, open));
  return { name: name === '' ? readComment(item.slice(close + 1)) : name, address };
}

/** Source: RFC 5321 section 4.5.3.1, 64 octets of a local part and 255 of a domain. */
const ADDRESS_LENGTH_MAX = 320;

/** Whether text has the form local@domain, without blanks in the domain. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const isInside = at > 0 && at < text.length - 1 && text.length <= ADDRESS_LENGTH_MAX;
  return isInside && !/[\0- "(),;<>]/.test(text.slice(at));
}

/** A display name as people read it: unquoted, encoded words decoded, blanks collapsed. */
export function readName(raw: string): string {
  const text = raw.includes('"') || raw.includes('\\') ? unquoted(raw) : raw;
  return decodeHeader(text).replaceAll(/\s+/g, ' ').trim();
}

/** Quotes around words go, those in a comment stay as the writer's own; `\"` is a quote. */
function unquoted(raw: string): string {
  let text = '';
  let comments = 0;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] ?? '';
    if (character === '\\') text += raw[++at] ?? '';
    else if (character !== '"' || comments > 0) text += character;
    if (character === '(') comments++;
    else if (character === ')') comments = Math.max(0, comments - 1);
  }
  return text;
}

function readBare(item: string): Address | null {
  const [address = '', ...rest] = item.split(/\s+/);
  if (!isAddress(address)) return null;
  const comment = rest.join(' ');
  const isComment = comment === '' || (comment.startsWith('(') && comment.endsWith(')'));
  return isComment ? { name: readComment(comment), address } : null;
}

/** A comment behind an address stands in for the name that was left out. */
function readComment(text: string): string {
  const comment = text.trim();
  return comment.startsWith('(') && comment.endsWith(')') ? readName(comment.slice(1, -1)) : '';
}

function commaOrEnd(raw: string, from: number): number {
  const comma = raw.indexOf(',', from);
  return comma < 0 ? raw.length : comma;
}

/**
 * Offset of the comma outside quotes, brackets and comments that ends an item, or the end of the list; -1 when those do
 * not balance or a group begins.
 */
function itemEnd(raw: string, start: number): number {
  let isQuoted = false;
  let isBracketed = false;
  let comments = 0;
  for (let at = start; at < raw.length && comments >= 0; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE && comments === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (code === COMMENT_OPEN) comments++;
    else if (code === COMMENT_CLOSE) comments--;
    else if (comments > 0) continue;
    else if (code === ANGLE_OPEN) isBracketed = true;
    else if (code === ANGLE_CLOSE) isBracketed = false;
    else if (isBracketed) continue;
    else if (code === COLON || code === SEMICOLON) return -1;
    else if (code === COMMA) return at;
  }
  return isQuoted || isBracketed || comments !== 0 ? -1 : raw.length;
}
