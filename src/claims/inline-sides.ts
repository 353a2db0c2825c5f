import { type Draft, measuredDraft, sideOf } from './draft.ts';
import type { Figure } from './figures.ts';
import { lineAt, type Paragraph } from './paragraphs.ts';
import { titlesAt, type View } from './view.ts';

/** Words inside running text that say which side the figures around them are of. */
const MARK =
  /<\s*(?<tag>before|after|without|with|old|new|unpatched|patched)[^<>]{0,24}>|\b(?<label>before|after|without|with|old|new|was|now|original|patched|unpatched|vanilla|stock|baseline)\s*(?::|=|(?=~?\d))|\b(?<phrase>without|with ?out|w\/o|with|w\/|before|after) (?:(?:this|the|my|your|these|above|v\d+) ){0,2}(?:patch|patches|patchset|change|changes|series|commit|fix|it)\b|\b(?<against>compared (?:to|with)|as opposed to|versus|vs\.?)(?= )/i;

const BEFORE =
  /^(?:before|was|vanilla|stock|without|with ?out|w\/o|old|original|unpatched|baseline|compared|as opposed|versus|vs)/i;
/** More marks than this make a text, not a comparison. */
const MARKS_MAX = 8;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly isBefore: boolean;
  readonly text: string;
  /** A tag or label stands in front of its figures; a phrase may stand behind them. */
  readonly leads: boolean;
}

/**
 * Comparisons inside running text whose figures are told apart by marks: "<Before> Read: 86 MB/s <After> Read: 91 MB/s",
 * "240 Mbps without this patch, and 390 Mbps with it", "35 MB/s. Compared to the old kernel, 34 MB/s".
 */
export function readInlineSides(view: View, used: ReadonlySet<number>): readonly Draft[] {
  return view.paragraphs.flatMap((paragraph) => {
    if (paragraph.lines.some((line) => used.has(line.number))) return [];
    return comparisonsIn(view, paragraph);
  });
}

function comparisonsIn(view: View, paragraph: Paragraph): readonly Draft[] {
  const figures = paragraph.figures.filter(({ unit, baseUnit }) => unit !== '' && COMPARED.has(baseUnit));
  if (figures.length < 2) return [];
  const marks = marksIn(paragraph.text);
  if (marks.length === 0 || marks.length > MARKS_MAX) return [];
  if (SETTING.test(paragraph.text) && figures.every((figure) => figure.baseUnit === 's')) return [];
  const against = marks.find((mark) => AGAINST.test(mark.text));
  const [before, after] = against
    ? splitAt(paragraph.text, figures, against)
    : told(paragraph.text, figures, marks);
  if (!before || !after || before.length === 0 || before.length !== after.length) return [];
  const pairs = before.map((figure, at) => [figure, after[at]] as const);
  if (pairs.some(([one, other]) => other === undefined || one.baseUnit !== other.baseUnit)) return [];
  return pairs.flatMap(([one, other]) => (other ? [draftOf(view, paragraph, one, other)] : []));
}

/** Times that the code waits are chosen, not measured. */
const SETTING = /\b(?:time-?outs?|delays?|intervals?|m?sleep\w*|debounc\w*)\b/i;

const COMPARED: ReadonlySet<string> = new Set(['B/s', 'bit/s', '1/s', 's', '%']);

function marksIn(text: string): readonly Mark[] {
  return [...text.matchAll(new RegExp(MARK, 'gi'))].slice(0, MARKS_MAX + 1).map((found) => {
    const word = found.groups?.['tag'] ?? found.groups?.['label'] ?? found.groups?.['phrase'] ?? found[0];
    const leads = found.groups?.['phrase'] === undefined;
    return {
      start: found.index,
      end: found.index + found[0].length,
      isBefore: BEFORE.test(word),
      text: found[0],
      leads,
    };
  });
}

type Sides = readonly [readonly Figure[] | undefined, readonly Figure[] | undefined];

const AGAINST = /^(?:compared|as opposed|versus|vs)/i;
/** A bare "vs" orders nothing; these words behind it, or in front, do. */
const OLD_SIDE =
  /\b(?:before|without|previously|earlier|old|original\w*|stock|vanilla|baseline|unpatched)\b/i;

/**
 * Figures in front of "compared to" are the state after, those behind it the state before: as many in front as there
 * are behind, counted back from the mark.
 */
function splitAt(text: string, figures: readonly Figure[], mark: Mark): Sides {
  const sentence = text.indexOf('. ', mark.end);
  const end = sentence < 0 ? text.length : sentence;
  const before = figures.filter((figure) => figure.start > mark.end && figure.start < end);
  const isOrdered = /^(?:compared|as opposed)/i.test(mark.text) || OLD_SIDE.test(text.slice(mark.end, end));
  if (!isOrdered || before.length === 0) return [undefined, undefined];
  const units = new Set(before.map((figure) => figure.baseUnit));
  const front = figures.filter((figure) => figure.end < mark.start && units.has(figure.baseUnit));
  return [before, front.slice(-before.length)];
}

/** Each figure goes to the mark it belongs to: all marks lead their figures, or all stand behind them. */
function told(text: string, figures: readonly Figure[], marks: readonly Mark[]): Sides {
  if (!marks.some((mark) => mark.isBefore) || !marks.some((mark) => !mark.isBefore))
    return [undefined, undefined];
  const [first] = marks;
  const doLead = marks.some((mark) => mark.leads) || (first?.start ?? 0) < (figures[0]?.start ?? 0);
  const sideOfFigure = (figure: Figure): Mark | undefined =>
    doLead
      ? marks.findLast((mark) => mark.end <= figure.start)
      : marks.find((mark) => mark.start >= figure.end && isNear(text, figure.end, mark.start));
  const owned = figures.flatMap((figure) => {
    const mark = sideOfFigure(figure);
    return mark ? [{ figure, isBefore: mark.isBefore }] : [];
  });
  return [
    owned.filter((one) => one.isBefore).map((one) => one.figure),
    owned.filter((one) => !one.isBefore).map((one) => one.figure),
  ];
}

/** Nothing but a few words of the same clause lies between a figure and the mark behind it. */
function isNear(text: string, from: number, to: number): boolean {
  const gap = text.slice(from, to);
  return gap.length <= NEAR && !/[.;]\s/.test(gap);
}

const NEAR = 40;

function draftOf(view: View, paragraph: Paragraph, before: Figure, after: Figure): Draft {
  const firstLine = lineAt(paragraph, before.start);
  const line = lineAt(paragraph, after.start);
  return measuredDraft({
    passage: view,
    line,
    quantity: nameBefore(paragraph.text, before.start < after.start ? before : after),
    unit: after.unit,
    baseUnit: after.baseUnit,
    sides: [sideOf(before, 'before', firstLine), sideOf(after, 'after', line)],
    order: 'as-written',
    form: 'prose',
    titles: titlesAt(view, line.number),
    caption: paragraph.text.slice(0, CAPTION),
    block: `${view.letter}:${paragraph.lines[0]?.number ?? 0}`,
  });
}

const CAPTION = 200;

function nameBefore(text: string, figure: Figure): string {
  const words =
    text
      .slice(Math.max(0, figure.start - 60), figure.start)
      .split(/[,;<>()]|\. |\d /)
      .at(-1) ?? '';
  return words
    .replace(/[:=~]/g, ' ')
    .replace(/\b(?:is|was|are|and|of|with|without|we|this|the|patch|before|after|now|measured)\b/gi, ' ')
    .trim()
    .split(/\s+/)
    .slice(-4)
    .join(' ');
}
