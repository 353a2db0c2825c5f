import { findMeasures } from './figures.ts';
import { isReadable } from './line-kind.ts';
import type { Line, Passage } from './passage.ts';

/** A line that names what stands below it: "1. Mass storage test", "- using tasklet", "----- calling f() -----". */
export interface Heading {
  readonly text: string;
  readonly line: Line;
  /** Headings of one style and indent are siblings. */
  readonly style: string;
  /** What stands behind the heading's colon on the same line, if anything. */
  readonly rest: string;
}

const HEADING_CHARACTERS = 110;
const LABEL_CHARACTERS = 64;

/** The heading this line is, or undefined for a line of prose or data. */
export function readHeading(line: Line): Heading | undefined {
  if (line.kind !== 'text') return undefined;
  const text = line.text.trim();
  if (text.length > HEADING_CHARACTERS) return undefined;
  return framed(text, line) ?? numbered(text, line) ?? bulleted(text, line) ?? labelled(text, line);
}

/** Index of every line's headings above it, outermost first; a heading does not count for itself. */
export function outline(passage: Passage): ReadonlyMap<number, readonly Heading[]> {
  const above = new Map<number, readonly Heading[]>();
  let open: readonly Heading[] = [];
  let previous: Heading | undefined;
  for (const line of passage.lines) {
    above.set(line.number, open);
    if (line.kind === 'blank') continue;
    const heading = isReadable(line.kind) ? readHeading(line) : undefined;
    if (heading) open = [...open.slice(0, levelOf(open, heading, previous)), heading];
    previous = heading;
  }
  return above;
}

/**
 * A sibling closes what it stands beside; without one, a heading closes what is indented deeper. A bare line right
 * below a numbered title is its subtitle.
 */
function levelOf(open: readonly Heading[], heading: Heading, previous: Heading | undefined): number {
  if (heading.style.startsWith('line') && previous?.style.startsWith('number')) return open.length;
  const sibling = open.findLastIndex((one) => one.style === heading.style);
  if (sibling >= 0) return sibling;
  const deeper = open.findIndex((one) => one.line.indent > heading.line.indent);
  return deeper < 0 ? open.length : deeper;
}

/** "----- calling skb_queue_tail() -----", "=== Before ===", "<Before>", "[With patch]", "** RX **". */
function framed(text: string, line: Line): Heading | undefined {
  const inner = text
    .replace(/^[-=*~#<[_]+ ?/, '')
    .replace(/ ?[-=*~#>\]_]+:?$/, '')
    .trim();
  const lead = text.length - text.replace(/^[-=*~#<[_]+/, '').length;
  const isFramed =
    /^(?:[-=*~_]{2,}|#|<|\[)/.test(text) && (/[-=*~>\]_#]:?$/.test(text) || text.startsWith('#'));
  if (!isFramed || inner === '' || /^\w+:\/\//.test(inner) || inner.includes('|')) return undefined;
  if (text.startsWith('[') && /^\d{1,3}$/.test(inner)) return undefined;
  return { text: inner, line, style: `frame ${text.charAt(0)} ${lead > 0 ? 1 : 0}`, rest: '' };
}

/** "1. Mass storage test", "2) Random read". */
function numbered(text: string, line: Line): Heading | undefined {
  const found = /^(?:\d{1,2}|[a-zA-Z])[.)]\s+(?<name>\S.*)$/.exec(text);
  const name = found?.groups?.['name'];
  if (name === undefined) return undefined;
  return { ...splitLabel(name), line, style: `number ${line.indent}` };
}

/** "- using tasklet", "* kmalloc: rate = ...". */
function bulleted(text: string, line: Line): Heading | undefined {
  const found = /^(?<mark>[-*o+\u2022])\s+(?<name>\S.*)$/.exec(text);
  const name = found?.groups?.['name'];
  if (name === undefined) return undefined;
  return { ...splitLabel(name), line, style: `bullet ${found?.groups?.['mark']} ${line.indent}` };
}

/** "Before (qmult=1): 1.3 Gbps", "Test results", "Without this patch". */
function labelled(text: string, line: Line): Heading | undefined {
  const colon = text.indexOf(':');
  if (colon > 0 && colon <= LABEL_CHARACTERS && /^[\w(<]/.test(text) && !text.startsWith('http')) {
    const isLabel = colon === text.length - 1 || /\s/.test(text.charAt(colon + 1));
    if (isLabel && text.slice(0, colon).split(' ').length <= 12) {
      return { ...splitLabel(text), line, style: `label ${line.indent}` };
    }
  }
  const isShort = text.length <= LABEL_CHARACTERS && text.split(' ').length <= 8;
  if (!isShort || /[.,;!?]$/.test(text) || findMeasures(text).length > 0) return undefined;
  return /^[A-Z]/.test(text) ? { text, line, style: `line ${line.indent}`, rest: '' } : undefined;
}

function splitLabel(name: string): Pick<Heading, 'text' | 'rest'> {
  const colon = name.indexOf(':');
  const isLabel = colon > 0 && colon <= LABEL_CHARACTERS && /^(?:\s|$)/.test(name.slice(colon + 1));
  if (!isLabel) return { text: name, rest: '' };
  return { text: name.slice(0, colon).trim(), rest: name.slice(colon + 1).trim() };
}
