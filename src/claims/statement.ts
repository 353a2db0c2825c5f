import { NUMBER_WORDS } from '../units/number-words.ts';
import type { Stated } from './claim.ts';
import type { Figure } from './figures.ts';
import { lineAt, type Sentence } from './paragraphs.ts';
import type { Line } from './passage.ts';
import { figureOf } from './sample.ts';
import type { View } from './view.ts';

/** A percentage or factor that prose states of measured figures. */
export interface Statement {
  readonly passage: View;
  readonly line: Line;
  readonly sentence: string;
  readonly stated: Stated;
  readonly figure: Figure;
  /** Every figure of the sentence, in order. */
  readonly figures: readonly Figure[];
  /** Half a unit of the last digit the author wrote: what rounding allows. */
  readonly rounding: number;
  /** The words of the clause in front of the figure, and those behind it. */
  readonly front: string;
  readonly behind: string;
}

const UP =
  /^(?:increas\w*|improv\w*|better|faster|higher|more|gain\w*|speed-?ups?|accelerat\w*|boost\w*|rais\w*)$/i;
const DOWN =
  /^(?:decreas\w*|reduc\w*|lower\w*|less|slower|worse\w*|degrad\w*|drop\w*|loss|lost|regress\w*|down|fewer|shorter|fall\w*|fell)$/i;
const FACTOR_UNITS = new Set(['times', 'x', 'X']);
/** From two to ten. */
const NUMBERS = NUMBER_WORDS.slice(2, 11);
/** Words that state a factor by themselves; "bottom halves" halve nothing, and "three times" alone counts runs. */
const FACTOR_WORDS: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:doubles|doubled|doubling)\b|\btwice (?:as|faster|the (?:speed|rate|throughput|performance|bandwidth|frame rate|iops))\b/i,
    2,
  ],
  [/\b(?:triples|tripled|tripling|three-?fold|threefold)\b/i, 3],
  [
    /(?<!\bbottom[ -])\b(?:halves|halved|halving)\b|\b(?:cuts?|cutting|reduc\w{1,3}|drops?|dropped)\b[^.;]{0,60}? (?:in half|by half)\b/i,
    0.5,
  ],
  [/\ban order of magnitude\b/i, 10],
  ...NUMBERS.map((word, at): [RegExp, number] => [
    new RegExp(`\\bfactor of (?:${word}|${at + 2})(?![\\d.])\\b`, 'i'),
    at + 2,
  ]),
  ...NUMBERS.map((word, at): [RegExp, number] => [
    new RegExp(`\\b${word} times(?= (?:as|faster|slower|more|less|higher|lower|better|quicker)\\b)`, 'i'),
    at + 2,
  ]),
];
/** One of these stands in every factor in words: most sentences hold none, and are asked once. */
const FACTOR_BEGINS = /doubl|twice|tripl|three-?fold|halv| half|magnitude| times |factor of/i;
/** What sets one state against another where no word says which way: "2x throughput compared to PIO". */
const COMPARED = /\b(?:compared (?:to|with)|than|versus|vs\.?)\b/i;
/** Commas inside numbers and points inside decimals stand before a digit, so they end nothing. */
const CLAUSE_END = /[,;:.!?](?= |$)| and | but | while | whereas /;
const STATED_CHARACTERS = 200;

/** Every statement of one passage, in order. */
export function readStatements(passage: View): readonly Statement[] {
  return passage.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => statementsIn(passage, sentence)),
  );
}

function statementsIn(passage: View, sentence: Sentence): readonly Statement[] {
  const worded = wordedFactors(sentence.text);
  const { figures } = sentence;
  const stating = figures.filter((figure) => figure.baseUnit === '%' || FACTOR_UNITS.has(figure.unit));
  if (stating.length + worded.length === 0) return [];
  const turns = turnsIn(sentence.text);
  const isTurned =
    turns.length > 0 ||
    /[-+]\d/.test(sentence.text) ||
    COMPARED.test(sentence.text) ||
    /\bdifference of\b/i.test(sentence.text);
  if (!isTurned && worded.length === 0) return [];
  return [...stating, ...worded].map((figure) => statementOf(passage, sentence, figure, turns));
}

function statementOf(passage: View, sentence: Sentence, figure: Figure, turns: readonly Turn[]): Statement {
  const isPercent = figure.baseUnit === '%';
  const fraction = /\.(\d+)/.exec(figure.asWritten)?.[1]?.length ?? 0;
  const lead = sentence.paragraph.text.slice(sentence.start).search(/\S/);
  const front = sentence.text.slice(0, figure.start).split(CLAUSE_END).at(-1) ?? '';
  const [behind = ''] = sentence.text.slice(figure.end).split(CLAUSE_END, 1);
  // A quotation is no longer than what it says: "2% for TX" of "better by 5% for RX and 2% for TX".
  const text = `${front}${sentence.text.slice(figure.start, figure.end)}${behind}`.trim();
  return {
    passage,
    line: lineAt(sentence.paragraph, sentence.start + Math.max(0, lead) + figure.start),
    sentence: sentence.text,
    figure,
    figures: sentence.figures,
    stated: {
      percent: isPercent ? figure.value : null,
      factor: isPercent ? null : figure.value,
      direction: directionOf(sentence.text, figure, turns, behind),
      text: text.slice(0, STATED_CHARACTERS),
    },
    rounding: 0.5 * 10 ** -fraction,
    front,
    behind,
  };
}

interface Turn {
  readonly way: 'up' | 'down';
  readonly start: number;
  readonly end: number;
}

/** Every word of a text that says which way something went. */
function turnsIn(text: string): readonly Turn[] {
  return [...text.matchAll(/[A-Za-z]+(?:-[a-z]+)?/g)].flatMap(({ 0: word, index }) => {
    const way = DOWN.test(word) ? 'down' : UP.test(word) ? 'up' : null;
    return way === null ? [] : [{ way, start: index, end: index + word.length }];
  });
}

/** The sign, or else the nearest word of direction: behind the figure within its clause, or anywhere in front. */
function directionOf(
  text: string,
  figure: Figure,
  turns: readonly Turn[],
  behind: string,
): Stated['direction'] {
  if (figure.sign !== null) return figure.sign === '+' ? 'up' : 'down';
  if (figure.unit === 'x' && figure.asWritten !== '' && !/\d/.test(figure.asWritten))
    return figure.value < 1 ? 'down' : 'up';
  const gaps = turns
    .map((turn) => ({
      turn,
      gap: turn.end <= figure.start ? figure.start - turn.end : turn.start - figure.end,
    }))
    .filter(({ turn, gap }) => turn.end <= figure.start || gap <= behind.length);
  return gaps.toSorted((a, b) => a.gap - b.gap)[0]?.turn.way ?? comparedDirection(text, figure);
}

/** A factor in front of its quantity, in a sentence that compares, is a gain unless it is below one. */
function comparedDirection(text: string, figure: Figure): Stated['direction'] {
  const isFactor = figure.unit === 'x' && /^ (?:the )?[a-z]/i.test(text.slice(figure.end));
  if (!isFactor || !COMPARED.test(text.slice(figure.end))) return null;
  return figure.value < 1 ? 'down' : 'up';
}

function wordedFactors(text: string): readonly Figure[] {
  if (!FACTOR_BEGINS.test(text)) return [];
  return FACTOR_WORDS.flatMap(([shape, value]) => {
    const found = shape.exec(text);
    if (!found) return [];
    const place = { start: found.index, end: found.index + found[0].length, asWritten: found[0] };
    return [figureOf({ value, unit: 'x', base: value, baseUnit: '1', ...place })];
  });
}
