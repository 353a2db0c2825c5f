import type { Letter } from '../ingest/letter.ts';
import { unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import type { Series } from '../series/series.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { type LineKind, lineClassifier } from './line-kind.ts';

/** One line of a letter without its quote marks. */
export interface Line {
  /** 1-based in Letter.text. */
  readonly number: number;
  readonly text: string;
  readonly kind: LineKind;
  /** Columns before the first character; a tab counts to the next multiple of eight. */
  readonly indent: number;
}

/** Lines that one person wrote in one piece: a run of one quote depth inside one letter. */
export interface Passage {
  readonly messageId: string | null;
  /** Place of the letter in the series, from 0. */
  readonly letter: number;
  readonly depth: number;
  readonly lines: readonly Line[];
}

export interface Passages {
  /** In order of appearance. */
  readonly passages: readonly Passage[];
  readonly problems: readonly Problem[];
}

/** Every letter cut where the quote depth changes. Blank lines never cut: mailers drop the marks of empty lines. */
export function readPassages(series: Series, limits: ClaimLimits): Passages {
  const read = series.letters.map((letter, at) => passagesOf(letter, at, limits));
  return {
    passages: read.flatMap((one) => one.passages),
    problems: read.flatMap((one) => one.problems),
  };
}

function passagesOf(letter: Letter, at: number, limits: ClaimLimits): Passages {
  const passages: Passage[] = [];
  const problems: Problem[] = [];
  const all = letter.text.split('\n');
  if (all.length > limits.letterLinesMax)
    problems.push(tooManyLines(letter, all.length, limits.letterLinesMax));
  const classify = lineClassifier();
  let open: { depth: number; lines: Line[] } | undefined;
  for (const [index, raw] of all.slice(0, limits.letterLinesMax).entries()) {
    const { depth, text } = unquote(raw.slice(0, limits.lineCharactersMax));
    const isBlank = text.trim() === '';
    if (!open || (depth !== open.depth && !isBlank)) {
      open = { depth, lines: [] };
      passages.push({ messageId: letter.messageId, letter: at, depth, lines: open.lines });
    }
    open.lines.push({ number: index + 1, text, kind: classify(text, depth), indent: indentOf(text) });
  }
  return { passages, problems };
}

function tooManyLines(letter: Letter, count: number, limit: number): Problem {
  return { code: 'too-many', what: 'lines', count, limit, at: { messageId: letter.messageId, line: limit } };
}

function indentOf(text: string): number {
  let column = 0;
  for (const character of text) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += 8 - (column % 8);
    else break;
  }
  return column;
}
