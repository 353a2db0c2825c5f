import type { Place, Read } from '../problem.ts';
import type { BaseUnit } from './base-unit.ts';
import { readNumberAt } from './number.ts';
import { type UnitSpelling, unitSpelling } from './unit-spellings.ts';

/** One amount as a mail writes it, converted once. */
export interface Quantity {
  /** As written, in `unit`; a count suffix ("3K") is already applied. */
  readonly value: number;
  /** The author's spelling: "MBps". Empty for a bare number, which only `scanQuantity` gives. */
  readonly unit: string;
  /** In `baseUnit`. */
  readonly base: number;
  readonly baseUnit: BaseUnit;
  /** Half width of the author's plus-minus, in `unit`; null when there is none. */
  readonly error: number | null;
  readonly asWritten: string;
  /** The text hedges: "~", "about", "<", ">", a trailing "+". */
  readonly approximate: boolean;
}

/** A quantity inside a longer text: `start` and `end` are indexes into it. */
export interface FoundQuantity extends Quantity {
  readonly start: number;
  readonly end: number;
}

const PLUS_MINUS = ['+/-', '+-', '\u00b1', '-/+', '+ -', '(+/-)', '(+-)'];
const HEDGES = [
  '~',
  '\u2248',
  '>=',
  '<=',
  '>',
  '<',
  'about ',
  'approx. ',
  'approximately ',
  'around ',
  'roughly ',
];
const SPACES_MAX = 12;
const UNIT_CHARACTERS_MAX = 24;
const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9 };

/**
 * Reads a text that is one amount and nothing else: "103.667MB/s", "(190 +- 30) MBps", "~3K interrupts/sec".
 * A number without a unit is a problem, not a default; so is a spelling that the table does not know. Never throws.
 */
export function readQuantity(text: string, at: Place): Read<Quantity | undefined> {
  const trimmed = text.trim();
  const hedge = HEDGES.find((word) => trimmed.startsWith(word)) ?? '';
  const start = skipSpaces(trimmed, hedge.length);
  const found = scanQuantity(trimmed, start);
  if (!found) return { value: undefined, problems: [{ code: 'quantity-unreadable', text: trimmed, at }] };
  const rest = trimmed.slice(found.end).trim();
  if (found.unit === '') return { value: undefined, problems: [{ code: 'unit-unknown', unit: rest, at }] };
  if (rest !== '' && rest !== '+') {
    return { value: undefined, problems: [{ code: 'quantity-unreadable', text: trimmed, at }] };
  }
  const approximate = hedge !== '' || rest === '+';
  const { start: _start, end: _end, ...quantity } = found;
  return { value: { ...quantity, asWritten: trimmed, approximate }, problems: [] };
}

/**
 * The amount that begins exactly at `start`, with its plus-minus, suffix and unit. `unit` is '' and `baseUnit` '1'
 * when a bare number stands there; undefined when no number does. Looks at a bounded stretch of the text.
 */
export function scanQuantity(text: string, start: number): FoundQuantity | undefined {
  const open = text[start] === '(';
  const first = readNumberAt(text, open ? skipSpaces(text, start + 1) : start);
  if (!first) return undefined;
  const error = plusMinusAt(text, first.end);
  const inner = error?.end ?? first.end;
  if (open && (!error || text[skipSpaces(text, inner)] !== ')')) return undefined;
  const end = open ? skipSpaces(text, inner) + 1 : inner;
  const unit = unitAt(text, end);
  const scale = unit?.scale ?? 1;
  // "1.234 s \u00b1 0.012 s": the unit stands at both; the second one closes the amount.
  const late = unit && !error ? plusMinusAt(text, unit.end) : undefined;
  const closing = late && unit ? unitAt(text, late.end) : undefined;
  const spread = late && (!closing || closing.spelled === unit?.spelled) ? late : undefined;
  const value = first.value * scale;
  const share = error || spread ? undefined : shareAt(text, unit?.end ?? end, value);
  const last = spread ? (closing?.end ?? spread.end) : (share?.end ?? unit?.end ?? end);
  const width = error ?? spread;
  return {
    value,
    unit: unit?.spelled ?? '',
    base: withoutNoise(value * (unit?.meaning.factor ?? 1)),
    baseUnit: unit?.meaning.base ?? '1',
    error: width ? width.value * scale : (share?.value ?? null),
    asWritten: text.slice(start, last),
    approximate: false,
    start,
    end: last,
  };
}

/** The amount in the author's unit with at most `digits` significant digits: "291" for 291e-6 s in "usec". */
export function formatInUnit(base: number, unit: string, digits = 4): string {
  const factor = unitSpelling(unit)?.factor ?? 1;
  return String(Number((base / factor).toPrecision(digits)));
}

/** 33.02 MB is 33020000 bytes and not a billionth more. */
function withoutNoise(amount: number): number {
  // Most amounts are whole, and toPrecision is what reading a number costs most.
  return Number.isInteger(amount) ? amount : Number(amount.toPrecision(15));
}

interface FoundUnit {
  readonly spelled: string;
  readonly meaning: UnitSpelling;
  readonly scale: number;
  readonly end: number;
}

function plusMinusAt(
  text: string,
  start: number,
): { readonly value: number; readonly end: number } | undefined {
  const at = skipSpaces(text, start);
  const sign = PLUS_MINUS.find((spelling) => text.startsWith(spelling, at));
  if (sign !== undefined) return readNumberAt(text, skipSpaces(text, at + sign.length));
  return text[at] === '(' ? deviationAt(text, at) : undefined;
}

/** "(sd 1.9)", "(stddev=0.3)": a deviation in brackets behind its mean, in the unit of the mean. */
function deviationAt(
  text: string,
  open: number,
): { readonly value: number; readonly end: number } | undefined {
  const inside = text.slice(open + 1, open + 1 + DEVIATION_CHARACTERS);
  const word = DEVIATIONS.find((spelling) => inside.startsWith(spelling));
  if (word === undefined) return undefined;
  let at = skipSpaces(text, open + 1 + word.length);
  if (text[at] === ':' || text[at] === '=') at = skipSpaces(text, at + 1);
  const found = readNumberAt(text, at);
  return found && text[found.end] === ')' ? { value: found.value, end: found.end + 1 } : undefined;
}

const DEVIATIONS = [
  'stddev',
  'std dev',
  'stdev',
  'std.dev',
  'std',
  'sd',
  'SD',
  's.d.',
  '\u03c3',
  '+/-',
  '+-',
  '\u00b1',
];
const DEVIATION_CHARACTERS = 12;

/** "12.40 s (+- 0.8%)": the spread in percent of the value. */
function shareAt(
  text: string,
  start: number,
  value: number,
): { readonly value: number; readonly end: number } | undefined {
  const open = skipSpaces(text, start);
  if (text[open] !== '(') return undefined;
  const found = /^\( {0,3}(?:\+\/?-|\u00b1) {0,3}(?<percent>\d{1,3}(?:\.\d{1,3})?) ?% {0,3}\)/.exec(
    text.slice(open, open + SHARE_CHARACTERS),
  );
  const percent = Number(found?.groups?.['percent']);
  if (!found) return undefined;
  return { value: Number(((value * percent) / 100).toPrecision(6)), end: open + found[0].length };
}

const SHARE_CHARACTERS = 24;

/** A unit may touch its number or stand a little off; a suffix (k, M) touches the number and counts events. */
function unitAt(text: string, start: number): FoundUnit | undefined {
  const direct = spelledUnit(text, start) ?? spelledUnit(text, skipSpaces(text, start));
  if (direct) return { ...direct, scale: 1 };
  const open = skipSpaces(text, start);
  const boxed = text[open] === '[' ? spelledUnit(text, open + 1) : undefined;
  if (boxed && text[boxed.end] === ']') return { ...boxed, scale: 1, end: boxed.end + 1 };
  const scale = SUFFIXES[text[start] ?? ''];
  if (scale === undefined) return undefined;
  if (isUnitCharacter(text.charCodeAt(start + 1))) return suffixGluedToUnit(text, start, scale);
  const behind = spelledUnit(text, skipSpaces(text, start + 1));
  if (behind && (behind.meaning.base === '1/s' || behind.meaning.base === '1')) return { ...behind, scale };
  return { spelled: '', meaning: { base: '1', factor: 1 }, scale, end: start + 1 };
}

function suffixGluedToUnit(text: string, start: number, scale: number): FoundUnit | undefined {
  const glued = spelledUnit(text, start + 1);
  return glued && glued.meaning.base === '1/s' ? { ...glued, scale } : undefined;
}

function spelledUnit(text: string, start: number): Omit<FoundUnit, 'scale'> | undefined {
  if (text[start] === '%') return { spelled: '%', meaning: { base: '%', factor: 1 }, end: start + 1 };
  let end = start;
  while (end < text.length && end - start < UNIT_CHARACTERS_MAX && isUnitCharacter(text.charCodeAt(end)))
    end += 1;
  if (end === start) return undefined;
  const spelled = text.slice(start, end);
  const meaning = unitSpelling(spelled);
  const followed = text[end] ?? '';
  if (!meaning || (followed >= '0' && followed <= '9') || followed === '_') return undefined;
  return { spelled, meaning, end };
}

/** By code: to compare characters as strings costs as much as all the rest of a scan. */
function isUnitCharacter(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || code === SLASH || code === MICRO || code === MU;
}

const SLASH = 47;
const MICRO = 0xb5;
const MU = 0x3bc;

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (at - start < SPACES_MAX && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}
