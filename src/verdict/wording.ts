import type { Claim, Side } from '../claims/claim.ts';
import { NUMBER_WORDS } from '../units/number-words.ts';
import { formatInUnit } from '../units/quantity.ts';
import { unitSpelling } from '../units/unit-spellings.ts';

/** "+6.3 %", "−0.02 %", "+476 %": two significant digits, never fewer than whole percents, with its sign. */
export function signedPercent(percent: number): string {
  const sign = percent < 0 ? '\u2212' : '+';
  return `${sign}${magnitude(Math.abs(percent))} %`;
}

export function plainPercent(percent: number): string {
  return `${magnitude(percent)} %`;
}

/** The interval of a model: "−0.05 … +0.10 %". */
export function percentRange(low: number, high: number): string {
  return `${signedPercent(low).slice(0, -2)} … ${signedPercent(high)}`;
}

/** A figure as the author gave it: "983.86 Mbit/s", "3000 ± 400 usec". One printed in another unit is converted. */
export function figure(side: Side, unit: string): string {
  const factor = unitSpelling(unit)?.factor ?? side.base / side.value;
  const isAsWritten = !(Math.abs(side.base - side.value * factor) > 1e-6 * Math.abs(side.base));
  if (!isAsWritten) return `${formatInUnit(side.base, unit, 6)} ${unit}`;
  const error = side.error === null ? '' : ` ± ${side.error}`;
  return unit === '' ? `${side.value}${error}` : `${side.value}${error} ${unit}`;
}

/** A computed number in this many significant digits, without exponent and without trailing zeros. */
export function rounded(value: number, digits: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const rough = Number(value.toPrecision(digits));
  const whole = Math.floor(Math.log10(Math.abs(rough))) + 1;
  const text = rough.toFixed(Math.min(20, Math.max(0, digits - whole)));
  return text.includes('.') ? withoutTrailingZeros(text) : text;
}

function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** A value in the claim's base unit, in the unit the author wrote. */
export function inAuthorsUnit(claim: Claim, base: number): number {
  const side = sidesOf(claim).find(({ base: known }) => known !== 0);
  return side === undefined ? base : (base * side.value) / side.base;
}

/** Every figure of a claim: before and after, or the configurations it compares. */
export function sidesOf(claim: Claim): readonly Side[] {
  const pair = [claim.before, claim.after].filter((side) => side !== null);
  return [...pair, ...claim.values];
}

/** "no", "one", "two" … "twelve", then digits. */
export function count(number: number): string {
  return number === 0 ? 'no' : (NUMBER_WORDS[number] ?? String(number));
}

function magnitude(percent: number): string {
  if (percent >= 100) return percent.toFixed(0);
  if (percent >= 1) return percent.toFixed(1);
  return percent.toFixed(percent >= 0.01 || percent === 0 ? 2 : 3);
}
