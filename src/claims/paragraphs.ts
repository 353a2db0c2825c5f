import { type Figure, findFigures } from './figures.ts';
import type { Line, Passage } from './passage.ts';

/** Lines of prose joined with one blank each, so that a sentence wrapped by a mailer is whole again. */
export interface Prose {
  readonly text: string;
  readonly lines: readonly Line[];
  /** Offset of each line in `text`. */
  readonly starts: readonly number[];
  /** What `findFigures` finds in `text`; more readers than one ask for them. */
  readonly figures: readonly Figure[];
}

export interface Paragraph extends Prose {
  readonly sentences: readonly Sentence[];
}

/** One sentence of a paragraph. */
export interface Sentence {
  readonly text: string;
  readonly paragraph: Prose;
  readonly start: number;
  /** What `findFigures` finds in `text`. */
  readonly figures: readonly Figure[];
}

const PARAGRAPH_LINES = 60;
/** List items and labelled figures ("UDP RX: 12 MB/s ...") are statements of their own. */
const ITEM = /^\s*(?:(?:[-*o\u2022]|\d{1,2}[.)])\s|[^:]{1,60}:\s+[~<>+-]?\d)/;

/**
 * The paragraphs of a passage in order. A list item begins one; a table, a rule, a blank line or the output of a
 * program (`taken`) ends one.
 */
export function readParagraphs(passage: Passage, taken: ReadonlySet<number>): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let lines: Line[] = [];
  const close = (): void => {
    if (lines.length > 0) paragraphs.push(joined(lines));
    lines = [];
  };
  for (const line of passage.lines) {
    const isProse = line.kind === 'text' && !taken.has(line.number);
    const goesOn = lines.at(-1)?.text.trimEnd().endsWith(',') ?? false;
    if (!isProse || (ITEM.test(line.text) && !goesOn) || lines.length >= PARAGRAPH_LINES) close();
    if (isProse) lines.push(line);
  }
  close();
  return paragraphs;
}

/** Cut behind a full stop, question or exclamation mark that a capital, a quote or a bracket follows. */
function sentencesOf(paragraph: Prose): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const { text } = paragraph;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isStop(text.charCodeAt(at)) || text.charAt(at + 1) !== ' ') continue;
    const next = text
      .slice(at + 1, at + 6)
      .trimStart()
      .charAt(0);
    if (!/[A-Z["'(>~*]/.test(next) || isAbbreviation(text, at)) continue;
    sentences.push(sentenceOf(paragraph, start, at + 1));
    start = at + 1;
  }
  if (text.slice(start).trim() !== '') sentences.push(sentenceOf(paragraph, start, text.length));
  return sentences;
}

function isStop(code: number): boolean {
  return code === 46 || code === 33 || code === 63;
}

/** A paragraph of one sentence has the figures of that sentence. */
function sentenceOf(paragraph: Prose, start: number, end: number): Sentence {
  const text = paragraph.text.slice(start, end).trim();
  const figures = text === paragraph.text ? paragraph.figures : findFigures(text);
  return { text, paragraph, start, figures };
}

/** The line on which the character at `offset` of the paragraph stands. */
export function lineAt(paragraph: Prose, offset: number): Line {
  let found = 0;
  while (found + 1 < paragraph.starts.length && (paragraph.starts[found + 1] ?? 0) <= offset) found += 1;
  const line = paragraph.lines[found];
  if (!line) throw new Error('a paragraph has at least one line');
  return line;
}

function joined(lines: readonly Line[]): Paragraph {
  const starts: number[] = [];
  let text = '';
  for (const line of lines) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += line.text.trim();
  }
  const prose = { text, lines: [...lines], starts, figures: findFigures(text) };
  return { ...prose, sentences: sentencesOf(prose) };
}

function isAbbreviation(text: string, at: number): boolean {
  return /\b(?:e\.g|i\.e|etc|vs|approx|cf|resp|incl|max|min|avg)$/.test(text.slice(Math.max(0, at - 7), at));
}
