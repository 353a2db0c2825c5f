import { type FoundQuantity, scanQuantity } from '../units/quantity.ts';

/** How the text hedges a figure: "~26", ">120", "<1", "40MB/s+". */
export type Hedge = '~' | '>' | '<' | null;

/** A number on a line, with its unit when one follows; `unit` is '' for a bare one. */
export interface Figure extends FoundQuantity {
  readonly sign: '+' | '-' | null;
  readonly hedge: Hedge;
  /** The text gives a range; `error` is half its width. */
  readonly isRange: boolean;
  /** What the error is, where the text or the program says so. */
  readonly errorKind?: 'sd' | 'se' | 'ci95';
}

/** More numbers in one line or paragraph are data, not a statement. */
const FIGURES_MAX = 256;

/** Overrides of writing direction: what a reader sees is not what stands there, so nothing is read. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Every amount on a line, in order. Digits inside identifiers, versions, dates, times, paths and hex are none.
 * Linear in the line.
 */
export function findFigures(text: string): readonly Figure[] {
  const figures: Figure[] = [];
  if (!/\d/.test(text) || BIDI.test(text)) return figures;
  let at = 0;
  while (at < text.length && figures.length < FIGURES_MAX) {
    if (!mayBegin(text, at)) {
      at += 1;
      continue;
    }
    const found = scanQuantity(text, at);
    if (!found) {
      at += 1;
    } else if (isPartOfWord(text, found) || followsHours(text, found)) {
      at = wordEnd(text, found.end);
    } else {
      const last = figures.at(-1);
      const joined = last ? (rangeOf(text, last, found) ?? durationOf(text, last, found)) : undefined;
      if (joined) figures.pop();
      figures.push(joined ?? withSigns(text, found));
      at = found.end;
    }
  }
  return figures;
}

/** Figures that carry a unit. */
export function findMeasures(text: string): readonly Figure[] {
  return findFigures(text).filter((figure) => figure.unit !== '');
}

function mayBegin(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === OPEN_BRACKET) return true;
  const isStart = isDigit(code) || (code === POINT && isDigit(text.charCodeAt(at + 1)));
  if (!isStart) return false;
  if (at === 0) return true;
  if (isWordCharacter(text.charCodeAt(at - 1))) return false;
  const before = text.charAt(at - 1);
  if ('.#@\\$'.includes(before)) return false;
  if (before === ':' || before === '/' || before === '-') return mayFollowMark(text, at, before);
  return true;
}

const OPEN_BRACKET = 40;
const POINT = 46;

/** "Read:86.9" and "210/118" begin figures; "12:30", "0-4" and "drivers/3" do not. A minus after a space is a sign. */
function mayFollowMark(text: string, at: number, mark: string): boolean {
  const previous = text.charCodeAt(at - 2);
  if (mark === '-') return !isWordCharacter(previous) || isDigit(previous) || previous === PERCENT;
  if (mark === ':') return !isDigit(previous);
  return isDigit(previous);
}

const PERCENT = 37;

/** "4.19.0", "2TB-drive", "8152B", "0x1f", "2019-05-07" and "12:30" are names of things, not amounts. */
function isPartOfWord(text: string, found: FoundQuantity): boolean {
  if (isWordCharacter(text.charCodeAt(found.end))) return true;
  const next = text.charAt(found.end);
  const after = text.charCodeAt(found.end + 1);
  if (next === '.' && (isDigit(after) || isLetter(after))) return true;
  if (next === ':' && isDigit(after)) return true;
  if (found.unit !== '') return false;
  if (next === '-' && isDigit(after)) return isDate(text, found.end);
  return next === '-' && isLetter(after) ? !text.startsWith('-bit', found.end) : false;
}

/** The "10 min" of "1h 10 min": hours are not read, nor a letter alone, and the rest of such a time is no time by itself. */
function followsHours(text: string, { start, baseUnit }: FoundQuantity): boolean {
  return (
    baseUnit === 's' && /\d ?(?:[hm]|hrs?|hours?)(?: and)? $/.test(text.slice(Math.max(0, start - 12), start))
  );
}

/** Two marks of the same kind between digits. */
function isDate(text: string, at: number): boolean {
  let end = at + 1;
  while (isDigit(text.charCodeAt(end)) && end - at < 8) end += 1;
  return text.charAt(end) === '-' && isDigit(text.charCodeAt(end + 1));
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && (isWordCharacter(text.charCodeAt(end)) || '.:-'.includes(text.charAt(end))))
    end += 1;
  return Math.max(end, start + 1);
}

function withSigns(text: string, found: FoundQuantity): Figure {
  const before = text.charAt(found.start - 1);
  const isSign = (before === '-' || before === '+') && !isDigit(text.charCodeAt(found.start - 2));
  const sign = isSign && (before === '-' || before === '+') ? before : null;
  const hedge = hedgeOf(text, found);
  // Field by field: a spread costs ten times as much here, where every number of every mail comes by.
  const { value, unit, base, baseUnit, error, asWritten, start, end } = found;
  const approximate = hedge !== null;
  return {
    value,
    unit,
    base,
    baseUnit,
    error,
    asWritten,
    approximate,
    start,
    end,
    sign,
    hedge,
    isRange: false,
  };
}

/** "2-4%", "93\u201394 ms": the middle of the range, with half its width as the error. */
function rangeOf(text: string, low: Figure, high: FoundQuantity): Figure | undefined {
  const mark = text.slice(low.end, high.start);
  const isRange =
    (mark === '-' || mark === '\u2013') && high.unit !== '' && (low.unit === '' || low.unit === high.unit);
  if (!isRange || low.error !== null || high.error !== null || high.value <= low.value || high.value === 0)
    return undefined;
  const value = Number(((low.value + high.value) / 2).toPrecision(12));
  return {
    ...low,
    value,
    unit: high.unit,
    base: (value * high.base) / high.value,
    baseUnit: high.baseUnit,
    error: Number(((high.value - low.value) / 2).toPrecision(12)),
    asWritten: text.slice(low.start, high.end),
    end: high.end,
    hedge: '~',
    approximate: true,
    isRange: true,
  };
}

/** "2 min 10 s", "2 minutes and 10 seconds": one time, in the unit that it ends with. */
function durationOf(text: string, first: Figure, rest: FoundQuantity): Figure | undefined {
  const isJoined = /^(?: ?| and )$/.test(text.slice(first.end, rest.start));
  const isOne = isJoined && first.baseUnit === 's' && rest.baseUnit === 's' && Number.isInteger(first.value);
  // A remainder is less than one of what it follows: "1 ms 900 ms" are two times.
  if (!isOne || first.error !== null || rest.error !== null || rest.base >= first.base / first.value)
    return undefined;
  const base = first.base + rest.base;
  const [value, unit] =
    rest.value === 0 ? [first.value, first.unit] : [base / (rest.base / rest.value), rest.unit];
  return {
    ...first,
    value: Number(value.toPrecision(12)),
    unit,
    base,
    asWritten: text.slice(first.start, rest.end),
    end: rest.end,
  };
}

const HEDGES = new Set([
  'about',
  'around',
  'approx',
  'approx.',
  'approximately',
  'roughly',
  'nearly',
  'almost',
]);

function hedgeOf(text: string, found: FoundQuantity): Hedge {
  if (text.charAt(found.end) === '+') return '>';
  const before = text.slice(Math.max(0, found.start - 16), found.start).trimEnd();
  const mark = before.charAt(before.length - 1);
  if (mark === '~' || mark === '\u2248') return '~';
  // The head of an arrow is no sign of more.
  if (mark === '>' && !'-=>'.includes(before.charAt(before.length - 2) || ' ')) return '>';
  if (mark === '<') return '<';
  return HEDGES.has(before.slice(before.lastIndexOf(' ') + 1)) ? '~' : null;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isWordCharacter(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === UNDERSCORE;
}

const UNDERSCORE = 95;
