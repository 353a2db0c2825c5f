import type { ReportClaim } from '../report.ts';

type Side = NonNullable<ReportClaim['before']>;
type Interval = { readonly p05: number; readonly p95: number };

/** A change in percent with its sign: "+5.35 %", "−0.19 %"; two decimals below 10 %, none above 100 %. */
export function percentWithSign(percent: number): string {
  const text = `${signOf(percent)}${Math.abs(percent).toFixed(decimalsFor(percent))}`;
  return `${text} %`;
}

/** An interval of changes in percent: "−0.06 … −0.00 %". */
export function percentInterval(interval: Interval): string {
  const decimals = Math.min(decimalsFor(interval.p05), decimalsFor(interval.p95));
  const bound = (percent: number) => `${signOf(percent)}${Math.abs(percent).toFixed(decimals)}`;
  return `${bound(interval.p05)} … ${bound(interval.p95)} %`;
}

/** One side in the author's unit and digits: "4.1 ± 0.9"; a dash for a side the mail does not give. */
export function sideFigure(side: Side | null): string {
  if (side === null) return '–';
  return side.error === null ? `${side.value}` : `${side.value} ± ${side.error}`;
}

/** "103.667 → 103.692 MB/s"; one-sided and figureless claims in the words that are there. */
export function claimedFigures(claim: ReportClaim): string {
  if (claim.before !== null && claim.after !== null) {
    return `${sideFigure(claim.before)} → ${sideFigure(claim.after)} ${claim.unit}`;
  }
  const side = claim.after ?? claim.before;
  if (side !== null) return `${sideFigure(side)} ${claim.unit}`;
  return claim.stated === null ? 'no figure' : `“${claim.stated.text}”`;
}

function signOf(percent: number): string {
  if (percent === 0) return ' ';
  return percent < 0 ? '−' : '+';
}

function decimalsFor(percent: number): number {
  const size = Math.abs(percent);
  if (size < 10) return 2;
  return size < 100 ? 1 : 0;
}
