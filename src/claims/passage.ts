import type { Letter } from '../ingest/letter.ts';
import { unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { isReadable, type LineKind, lineClassifier } from './line-kind.ts';

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
  /** The title of a patch is a passage too; it stands for line 1, because a mail has no line before that. */
  readonly place: 'subject' | 'text';
}

export interface Passages {
  /** In order of appearance. */
  readonly passages: readonly Passage[];
  readonly problems: readonly Problem[];
}

/** Every letter cut where the quote depth changes. Blank lines never cut: mailers drop the marks of empty lines. */
export function readPassages(letters: readonly Letter[], limits: ClaimLimits): Passages {
  const read = letters.map((letter, at) => passagesOf(letter, at, limits));
  return {
    passages: read.flatMap((one) => one.passages),
    problems: read.flatMap((one) => one.problems),
  };
}

function passagesOf(letter: Letter, at: number, limits: ClaimLimits): Passages {
  const passages: Passage[] = titleOf(letter, at);
  const problems: Problem[] = [];
  const all = letter.text.split('\n');
  if (all.length > limits.letterLinesMax)
    problems.push(tooManyLines(letter, all.length, limits.letterLinesMax));
  const classify = lineClassifier();
  let open: { depth: number; lines: Line[] } | undefined;
  const withNumbers = { lines: 0, characters: 0 };
  for (const [index, raw] of all.slice(0, limits.letterLinesMax).entries()) {
    const { depth, text } = unquote(raw.slice(0, limits.lineCharactersMax));
    const isBlank = text.trim() === '';
    const kind = classify(text, depth);
    if (isReadable(kind) && /\d/.test(text)) {
      withNumbers.lines += 1;
      withNumbers.characters += text.length;
    }
    const problem = tooManyNumbers(letter, index + 1, withNumbers, limits);
    if (problem !== null) {
      problems.push(problem);
      break;
    }
    if (!open || (depth !== open.depth && !isBlank)) {
      open = { depth, lines: [] };
      passages.push({ messageId: letter.messageId, letter: at, depth, lines: open.lines, place: 'text' });
    }
    open.lines.push({ number: index + 1, text, kind, indent: indentOf(text) });
  }
  return { passages, problems };
}

/** A reply repeats the title of what it answers, and a title without a number claims none. The topic is what counts. */
function titleOf({ subject, messageId }: Letter, at: number): Passage[] {
  const title = subject.slice(subject.lastIndexOf(']', TAGS_CHARACTERS) + 1).trim();
  if (!/\d/.test(title) || /^(?:re|aw|sv|fwd?)\s{0,2}:/i.test(subject.trimStart())) return [];
  const topic = title.slice(title.lastIndexOf(': ') + 1).trim();
  const line: Line = { number: 1, text: topic.slice(0, TITLE_CHARACTERS), kind: 'text', indent: 0 };
  return [{ messageId, letter: at, depth: 0, lines: [line], place: 'subject' }];
}

const TAGS_CHARACTERS = 60;
const TITLE_CHARACTERS = 200;

/** A log or a dump: people do not claim thousands of numbers in one letter. */
function tooManyNumbers(
  { messageId }: Letter,
  line: number,
  { lines, characters }: { readonly lines: number; readonly characters: number },
  { numberLinesMax, numberCharactersMax }: ClaimLimits,
): Problem | null {
  const at = { messageId, line };
  if (lines > numberLinesMax)
    return { code: 'too-many', what: 'lines with numbers', count: lines, limit: numberLinesMax, at };
  if (characters <= numberCharactersMax) return null;
  const what = 'characters of lines with numbers';
  return { code: 'too-many', what, count: characters, limit: numberCharactersMax, at };
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
