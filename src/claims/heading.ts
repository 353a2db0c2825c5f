import { findMeasures } from './figures.ts';
import type { Line } from './passage.ts';
import { trimEndOf, trimStartOf } from './trim-marks.ts';

/** A line that names what stands below it: "1. Mass storage test", "- using tasklet", "----- calling f() -----". */
export interface Heading {
  readonly text: string;
  readonly line: Line;
  /** Headings of one style and indent are siblings. */
  readonly style: string;
  /** What stands behind the heading's colon on the same line, if anything. */
  readonly rest: string;
}

const HEADING_CHARACTERS = 200;
const FRAMED_CHARACTERS = 110;
const LABEL_CHARACTERS = 90;
const LABEL_WORDS = 14;
/** A line of its own between two listings: the second stands against the first. */
export const VERSUS = /^(?:vs\.?|versus)$/i;
const TITLE_CHARACTERS = 64;

/** The heading this line is, or undefined for a line of prose or data. */
export function readHeading(line: Line): Heading | undefined {
  if (line.kind !== 'text') return undefined;
  const text = line.text.trim();
  if (text.length > HEADING_CHARACTERS) return undefined;
  return (
    command(text, line) ??
    benchmark(text, line) ??
    framed(text, line) ??
    numbered(text, line) ??
    bulleted(text, line) ??
    labelled(text, line)
  );
}

/** "$ iperf3 -c host -P4", "root@host ~# dd if=...": what is printed below belongs to this command. */
function command(text: string, line: Line): Heading | undefined {
  const found = /^(?:[$#]|\S{1,40}@\S{1,40}(?: \S{1,40})?[#$])\s+(?<command>[\w./-]+ .*)$/.exec(text)
    ?.groups?.['command'];
  return found === undefined ? undefined : { text: found, line, style: COMMAND_STYLE, rest: '' };
}

/** "Benchmark 1: ./frob-old": hyperfine names what it times. */
function benchmark(text: string, line: Line): Heading | undefined {
  const found = /^Benchmark (?:#\s?)?\d{1,3}: (?<command>\S.{0,120})$/.exec(text)?.groups?.['command'];
  return found === undefined ? undefined : { text: found, line, style: 'benchmark', rest: '' };
}

/** The style of headings that are command lines. */
export const COMMAND_STYLE = 'command';

/** "----- calling skb_queue_tail() -----", "=== Before ===", "<Before>", "[With patch]", "** RX **". */
function framed(text: string, line: Line): Heading | undefined {
  if (text.length > FRAMED_CHARACTERS) return undefined;
  const bare = text.endsWith(':') ? text.slice(0, -1) : text;
  const inner = trimEndOf(trimStartOf(bare, '-=*~#<[_'), '-=*~#>]_').trim();
  const isFramed =
    /^(?:[-=*~_]{2,}|#|<|\[)/.test(text) && (/[-=*~>\]_#]:?$/.test(text) || text.startsWith('#'));
  if (!isFramed || inner === '' || /^\w+:\/\//.test(inner) || inner.includes('|')) return undefined;
  if (text.startsWith('[') && /^\d{1,3}$/.test(inner)) return undefined;
  return { text: inner, line, style: `frame ${text.charAt(0)}`, rest: '' };
}

/** "1. Mass storage test", "2) Random read". */
function numbered(text: string, line: Line): Heading | undefined {
  const found = /^(?:\d{1,2}|[a-zA-Z])(?<mark>[.)])\s+(?<name>\S.*)$/.exec(text);
  const name = found?.groups?.['name'];
  if (name === undefined) return undefined;
  return { ...splitLabel(name), line, style: `number ${found?.groups?.['mark']} ${line.indent}` };
}

/** "- using tasklet", "* kmalloc: rate = ...". */
function bulleted(text: string, line: Line): Heading | undefined {
  const found = /^(?<mark>[-*o+\u2022])\s+(?<name>\S.*)$/.exec(text);
  const name = found?.groups?.['name'];
  if (name === undefined || isSentence(name)) return undefined;
  return { ...splitLabel(name), line, style: `bullet ${found?.groups?.['mark']} ${line.indent}` };
}

/** An item that is a whole sentence without a label says something; it titles nothing. */
function isSentence(name: string): boolean {
  return name.endsWith('.') && name.split(' ').length > SENTENCE_WORDS && labelColon(name) < 0;
}

const SENTENCE_WORDS = 6;

/** "Before (qmult=1): 1.3 Gbps", "Test results", "Without this patch". */
function labelled(text: string, line: Line): Heading | undefined {
  const colon = labelColon(text);
  if (colon > 0 && /^[\w(<]/.test(text) && text.slice(0, colon).split(' ').length <= LABEL_WORDS) {
    const label = splitLabel(text);
    // A label with its figure on the same line is a row; a label alone is a title. They are never siblings.
    if (label.rest === '') return { ...label, line, style: `label ${line.indent}` };
    return /\d/.test(label.rest) ? { ...label, line, style: `row ${line.indent}` } : undefined;
  }
  if (VERSUS.test(text)) return { text, line, style: `versus ${line.indent}`, rest: '' };
  const isNamed = text.length <= TITLE_CHARACTERS && (/^[A-Z]/.test(text) || SMALL.test(text));
  if (!isNamed || text.split(' ').length > 8 || /[.,;!?]$/.test(text)) return undefined;
  if (findMeasures(text).some(isMeasured)) return undefined;
  return { text, line, style: `line ${line.indent}`, rest: '' };
}

/** Words that stand alone above a listing: "w/o patch", "before", "baseline", "patched kernel". */
const SMALL =
  /^(?:w\/o?|without|with|before|after|baseline|base|vanilla|stock|mainline|patched|unpatched|old|new)(?: (?:this|the|patch|patches|series|change|fix|kernel|commit)){0,3}$/;

/** "Average (3 times)" titles figures; the number in it counts runs. */
function isMeasured(figure: { readonly baseUnit: string }): boolean {
  return figure.baseUnit !== '1';
}

function splitLabel(name: string): Pick<Heading, 'text' | 'rest'> {
  const colon = labelColon(name);
  if (colon < 0) return beforeFigure(name);
  return { text: name.slice(0, colon).trim(), rest: name.slice(colon + 1).trim() };
}

/** "No optimizations, ~10.34s, ~22.7 MB/s": an item without a colon is named by what stands before its first figure. */
function beforeFigure(name: string): Pick<Heading, 'text' | 'rest'> {
  const figure = findMeasures(name)[0];
  const label = trimEndOf(name.slice(0, figure?.start ?? 0), ' \t,;:=~<>(-');
  if (!figure || label === '' || label.split(' ').length > ITEM_WORDS) return { text: name, rest: '' };
  return { text: label, rest: name.slice(figure.start) };
}

const ITEM_WORDS = 4;

/** The first colon that ends a label: outside brackets and quotes, with a blank or nothing behind it. */
function labelColon(name: string): number {
  if (!name.includes(':')) return -1;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < Math.min(name.length, LABEL_CHARACTERS); at += 1) {
    const character = name.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ':' && depth === 0 && !isQuoted && /^(?:\s|$)/.test(name.slice(at + 1, at + 2)))
      return at;
  }
  return -1;
}
