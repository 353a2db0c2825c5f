import { parseAttribution } from './attribution.ts';
import type { Address } from './letter.ts';

/** A line without its quote marks. Depth 0 is the sender's own text. */
export interface Quoted {
  readonly depth: number;
  readonly text: string;
}

/** A line such as "On Mon, 1 Apr 2019, A Name wrote:" and who is quoted below it. */
export interface Attribution {
  /** 1-based, the last line when it was wrapped. */
  readonly line: number;
  /** The depth of what is quoted: one more than the attribution's own. */
  readonly depth: number;
  readonly who: Address;
}

const MARK = 62;
const BLANK = 32;

/** How deep a line is quoted: the number of `>` marks it begins with, `>>`, `> >` and `>> >` alike. */
export function quoteDepth(line: string): number {
  return marksOf(line).depth;
}

/** Takes the quote marks off a line, and the one blank that mailers set behind them. */
export function unquote(line: string): Quoted {
  const { depth, end } = marksOf(line);
  if (depth === 0) return { depth, text: line };
  return { depth, text: line.charCodeAt(end) === BLANK ? line.slice(end + 1) : line.slice(end) };
}

/** The attributions of a text, in order; those wrapped over two lines too. */
export function findAttributions(text: string): readonly Attribution[] {
  const found: Attribution[] = [];
  let before: Quoted = { depth: 0, text: '' };
  for (const [index, line] of text.split('\n').entries()) {
    const quoted = unquote(line);
    const who = wrapped(before, quoted) ?? parseAttribution(quoted.text);
    if (who !== null) found.push({ line: index + 1, depth: quoted.depth + 1, who });
    before = who === null ? quoted : { depth: 0, text: '' };
  }
  return found;
}

/** Who wrote a line that stands `depth` marks deep: the last person quoted at that depth before it; null for the sender. */
export function quotedPerson(
  attributions: readonly Attribution[],
  line: number,
  depth: number,
): Address | null {
  const before = attributions.filter((one) => one.line < line && one.depth <= depth);
  const last = before.findLast((one) => one.depth === depth);
  return last?.who ?? null;
}

/** Begun on the line before: "On Fri, 14 Jun 2013, A Name" and then "<a@b.example> wrote:". */
function wrapped(before: Quoted, now: Quoted): Address | null {
  const isBegun = before.depth === now.depth && /^(?:On|Am|Le|El|Den) \S/.test(before.text);
  if (!isBegun || /^(?:On|Am|Le|El|Den) \S/.test(now.text)) return null;
  return parseAttribution(`${before.text.trimEnd()} ${now.text.trimStart()}`);
}

function marksOf(line: string): { depth: number; end: number } {
  let depth = 0;
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === MARK) {
      depth++;
      end = at + 1;
    } else if (code !== BLANK || depth === 0 || at > end) break;
  }
  return { depth, end };
}
