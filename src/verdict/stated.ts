import type { Claim, Side, Stated } from '../claims/claim.ts';
import { ratioWithError, type Uncertain } from '../stats/ratio.ts';
import { hedgesOf } from './quote.ts';
import type { VerdictSettings } from './verdict.ts';

/** A claim whose prose can be held against its figures. */
export interface StatedPair {
  readonly claim: Claim;
  readonly stated: Stated;
  readonly before: Side;
  readonly after: Side;
}

/** null when there is no figure in the prose, or none in the table, to compare. */
export function statedPair(claim: Claim): StatedPair | null {
  const { before, after, stated } = claim;
  if (before === null || after === null || stated === null || claim.kind !== 'measured') return null;
  const comparable = before.value > 0 && after.value > 0 && statedSize(stated) > 0;
  return comparable ? { claim, stated, before, after } : null;
}

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** What a pair of figures gives: percent of before, or how many times the larger is the smaller. */
export interface Own {
  readonly value: number;
  /** Every value that the rounding of the printed figures and their ± allow. */
  readonly span: Span;
}

/** The size of the change, in percent of before. Direction is left out: "25 % less time" is no negative gain. */
export function ownPercent(before: Side, after: Side): Own {
  const ratio = ratioSpan(before, after);
  const value = Math.abs(100 * (after.base / before.base - 1));
  const ends = [100 * (ratio.low - 1), 100 * (ratio.high - 1)];
  return { value, span: magnitudes(ends) };
}

/** "5 times" speaks of the larger over the smaller, whichever of them is the better. */
export function ownFactor(before: Side, after: Side): Own {
  const ratio = ratioSpan(before, after);
  const value = after.base / before.base;
  const ends = value >= 1 ? ratio : { low: 1 / ratio.high, high: 1 / ratio.low };
  return { value: Math.max(value, 1 / value), span: ends };
}

/** The values that a stated percentage or factor stands for, with the rounding of its last digit. */
export function statedSpan(stated: Stated, settings: VerdictSettings): Span {
  const value = statedSize(stated);
  const half = halfUnit(stated.factor ?? stated.percent ?? 0) * (value / Math.abs(statedValue(stated)));
  const reach = Math.max(half, hasWord(stated, ABOUT) ? (value * settings.aboutPercent) / 100 : 0);
  if (hasWord(stated, AT_LEAST)) return { low: value - reach, high: Number.POSITIVE_INFINITY };
  if (hasWord(stated, AT_MOST)) return { low: 0, high: value + reach };
  return { low: value - reach, high: value + reach };
}

/** A stated figure cut off after its last digit instead of rounded: 2.4 for 2.479. */
export function cutOffSpan(stated: Stated): Span {
  const value = statedSize(stated);
  return { low: value, high: value + 2 * halfUnit(value) };
}

/** A round figure is often said for an odd one: half of its last digit that is not 0, or 5 steps where it ends in 5. */
export function roundFigureSpan(stated: Stated): Span {
  const value = statedSize(stated);
  const step = roundStep(value);
  return { low: value - step / 2, high: value + step / 2 };
}

/** The size of what is stated: 2 for "halves", 40 for "-40 %". */
export function statedSize(stated: Stated): number {
  const value = Math.abs(statedValue(stated));
  return stated.factor !== null && value > 0 && value < 1 ? 1 / value : value;
}

/** A side with its ± in base units; without one the ± is 0. */
export function inBase({ value, base, error }: Side): Uncertain {
  return { value: base, error: error === null ? 0 : Math.abs((error * base) / value) };
}

export function overlaps(a: Span, b: Span): boolean {
  return a.low <= b.high + ROUNDING_NOISE && b.low <= a.high + ROUNDING_NOISE;
}

/** Half of the last printed digit: 0.005 for 34.29. Zeros at the end of a fraction are not known here. */
export function halfUnit(value: number): number {
  return 0.5 * 10 ** -decimals(value);
}

export function decimals(value: number): number {
  const text = String(value);
  const point = text.indexOf('.');
  return point < 0 || text.includes('e') ? 0 : text.length - point - 1;
}

/** Sums of decimal fractions are not exact in binary. */
const ROUNDING_NOISE = 1e-9;
const ABOUT = [
  'about',
  'around',
  '~',
  '≈',
  'roughly',
  'approx',
  'circa',
  'some ',
  'nearly',
  'almost',
  'close to',
  'order of magnitude',
];
const AT_LEAST = ['more than', 'over ', 'at least', 'above', '>', 'upwards of', 'exceed'];
const AT_MOST = ['up to', 'less than', 'under ', 'at most', '<', 'within', 'below', 'upto'];

function statedValue(stated: Stated): number {
  return stated.percent ?? stated.factor ?? 0;
}

function hasWord(stated: Stated, words: readonly string[]): boolean {
  const text = hedgesOf(stated);
  return words.some((word) => text.includes(word));
}

/** In base units: the two sides may be printed in different ones. */
function ratioSpan(before: Side, after: Side): Span {
  const [b, a] = [roundingOf(before), roundingOf(after)];
  const low = (after.base - a) / (before.base + b);
  const high = (after.base + a) / Math.max(before.base - b, Number.MIN_VALUE);
  if (before.error === null && after.error === null) return { low, high };
  const { value, error } = ratioWithError(inBase(before), inBase(after));
  return { low: Math.min(low, value - error), high: Math.max(high, value + error) };
}

function roundingOf(side: Side): number {
  return (halfUnit(side.value) * side.base) / side.value;
}

/** Sizes of signed ends; a span across 0 begins at 0. */
function magnitudes([low = 0, high = 0]: readonly number[]): Span {
  const sizes = [Math.abs(low), Math.abs(high)];
  return { low: low < 0 && high > 0 ? 0 : Math.min(...sizes), high: Math.max(...sizes) };
}

function roundStep(value: number): number {
  if (decimals(value) > 0) return 2 * halfUnit(value);
  let step = 1;
  while (value > 0 && value % (step * 10) === 0) step *= 10;
  return step === 1 && value % 5 === 0 ? 5 : step;
}
