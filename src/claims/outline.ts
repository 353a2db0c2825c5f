import { findMeasures } from './figures.ts';
import { type Heading, readHeading } from './heading.ts';
import { isReadable } from './line-kind.ts';
import type { Passage } from './passage.ts';

/**
 * Every line's headings above it, outermost first; a heading does not count for itself. Titles that name a side of the
 * comparison ("Before:", "with this patch") are siblings of each other whatever stands between them.
 */
export function outline(
  passage: Passage,
  headings: ReadonlyMap<number, Heading>,
): ReadonlyMap<number, readonly Heading[]> {
  const above = new Map<number, readonly Heading[]>();
  let open: readonly Heading[] = [];
  let previous: Heading | undefined;
  for (const line of passage.lines) {
    above.set(line.number, open);
    if (line.kind === 'blank') continue;
    const heading = headings.get(line.number);
    // A row carries its own figure and stands above nothing.
    const isTitle = heading !== undefined && !heading.style.startsWith('row');
    if (isTitle) open = [...open.slice(0, levelOf(open, heading, previous)), heading].slice(-DEPTH_MAX);
    previous = heading;
  }
  return above;
}

/**
 * The headings of a passage by line. Lines in `taken` belong to the output of a program and are none. One that is worded
 * like a side ("6.19 result", "6.19 + patch result") names a side too.
 */
export function readHeadings(
  passage: Passage,
  taken: ReadonlySet<number>,
  namesSide: (text: string) => boolean,
): ReadonlyMap<number, Heading> {
  const found = passage.lines.flatMap((line) => {
    const heading = isReadable(line.kind) && !taken.has(line.number) ? readHeading(line) : undefined;
    return heading ? [heading] : [];
  });
  const sides = found
    .filter((heading, at) => namesSide(heading.text) && holdsFigures(passage, found, at))
    .slice(0, SIDES_MAX);
  const lists = listsWith(found, sides);
  const beginnings = new Set(sides.flatMap(beginningOf));
  const isSide = (heading: Heading): boolean =>
    lists.has(heading) ||
    sides.includes(heading) ||
    beginningOf(heading).some((word) => beginnings.has(word));
  return new Map(
    found.map((heading) => [
      heading.line.number,
      isSide(heading) ? { ...heading, style: SIDE_STYLE } : heading,
    ]),
  );
}

/** Some line between a heading and the next one of its style carries a figure; a bare instruction has none below it. */
function holdsFigures(passage: Passage, headings: readonly Heading[], at: number): boolean {
  const heading = headings[at];
  if (!/^(?:bullet|number)/.test(heading?.style ?? '') || heading?.rest !== '') return true;
  const next = headings.slice(at + 1, at + 1 + SEARCH_HEADINGS).find((one) => one.style === heading?.style);
  const first = passage.lines[0]?.number ?? 0;
  const start = (heading?.line.number ?? first) - first;
  const end = Math.min(next ? next.line.number - first : passage.lines.length, start + SEARCH_LINES);
  return passage.lines
    .slice(start, end)
    .some((line) => /\d/.test(line.text) && findMeasures(line.text).length > 0);
}

/** Members of the short lists of bullets in which some item names a side: the others are its alternatives. */
function listsWith(found: readonly Heading[], sides: readonly Heading[]): ReadonlySet<Heading> {
  const members = new Set<Heading>();
  for (const style of new Set(sides.map((side) => side.style))) {
    if (!/^(?:bullet|number|frame)/.test(style)) continue;
    const list = found.filter((heading) => heading.style === style);
    if (new Set(list.map((heading) => heading.text)).size <= LIST_MAX)
      for (const heading of list) members.add(heading);
  }
  return members;
}

const LIST_MAX = 4;
const SEARCH_HEADINGS = 60;
const SEARCH_LINES = 80;

/** The style of headings that name a side. */
export const SIDE_STYLE = 'side';
/** A mail with more titles of sides repeats the same few. */
const SIDES_MAX = 64;
/** Titles are not nested deeper than this by people. */
const DEPTH_MAX = 12;

/** Style and first word of a heading, unless it is a plain word of a row such as "TCP" or "Read". */
function beginningOf({ style, text }: Heading): readonly string[] {
  const [first = ''] = text.toLowerCase().split(/[\s:(]/, 1);
  return first.length > 3 ? [`${style} ${first}`] : [];
}

/**
 * A sibling closes what it stands beside; without one, a heading closes what is indented deeper. A bare line right
 * below a numbered title is its subtitle.
 */
function levelOf(open: readonly Heading[], heading: Heading, previous: Heading | undefined): number {
  if (heading.style.startsWith('line') && previous?.style.startsWith('number')) return open.length;
  const sibling = open.findLastIndex((one) => one.style === heading.style);
  if (sibling >= 0) return sibling;
  const deeper = open.findIndex((one) => one.line.indent > heading.line.indent && one.style !== SIDE_STYLE);
  return deeper < 0 ? open.length : deeper;
}
