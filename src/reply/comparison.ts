import type { ReportClaim } from '../report.ts';
import { visible } from './visible.ts';

export type Domain = readonly [low: number, high: number];

export interface Band {
  readonly x1: number;
  readonly x2: number;
  readonly says: string;
}

export interface NearLimit {
  readonly name: string;
  readonly percent: number;
}

/** Whether there is anything to put beside the claimed change: a replay, what noise reaches, or a limit that is near. */
export function isComparable(claim: ReportClaim): boolean {
  const band = noiseBand(claim);
  return claim.replay !== null || band !== null || nearLimit(claim, band) !== null;
}

/** What the chart shows beside the claim and the replay, to be said under it; empty where it shows nothing more. */
export function chartLegend(claim: ReportClaim): string[] {
  const band = noiseBand(claim);
  const limit = nearLimit(claim, band);
  return [
    ...(band === null ? [] : [`grey: ${band.says}`]),
    ...(limit === null ? [] : [`dashed: ${limit.name}`]),
  ];
}

/** From the finding that speaks of the spread: the reach of noise around 0, or the changes the figures allow. */
export function noiseBand({ findings }: Pick<ReportClaim, 'findings'>): Band | null {
  for (const { numbers } of findings) {
    const { reachPercent, lowPercent, highPercent } = numbers;
    if (reachPercent !== undefined)
      return { x1: -reachPercent, x2: reachPercent, says: 'what noise alone reaches' };
    if (lowPercent !== undefined && highPercent !== undefined)
      return { x1: lowPercent, x2: highPercent, says: 'what the spread given allows' };
  }
  return null;
}

/** Two changes that differ by less are one dot, whatever the axis. */
const NARROWEST_PERCENT = 0.01;

/** All that is shown, and 0; a width that no axis can be drawn for is widened. */
export function domainOf(
  { deltaPercent, replay }: ReportClaim,
  band: Band | null,
  limit: number | undefined,
): Domain {
  const marks = [
    0,
    deltaPercent,
    replay?.deltaPercent.p05,
    replay?.deltaPercent.p95,
    band?.x1,
    band?.x2,
    limit,
  ];
  const known = marks.filter((mark) => typeof mark === 'number');
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return high - low < NARROWEST_PERCENT ? [low - NARROWEST_PERCENT, high + NARROWEST_PERCENT] : [low, high];
}

/** A limit that is farther away than this, in widths of the other marks, would squeeze them into a dot. */
const LIMIT_REACH = 1.5;

/** The limit nearest to the claim, as a change from the side before it; null where it is far from all that is shown. */
export function nearLimit(claim: ReportClaim, band: Band | null): NearLimit | null {
  const { before, deltaPercent } = claim;
  if (before === null || before.base === 0 || deltaPercent === null) return null;
  const [low, high] = domainOf(claim, band, undefined);
  const limits = claim.limits
    .map(({ name, convention, base }) => ({
      name: [name, convention]
        .map(visible)
        .filter((part) => part !== '')
        .join(', '),
      percent: (100 * (base - before.base)) / before.base,
    }))
    .filter(({ percent }) => Math.abs(percent - deltaPercent) <= LIMIT_REACH * (high - low))
    .toSorted((a, b) => Math.abs(a.percent - deltaPercent) - Math.abs(b.percent - deltaPercent));
  return limits[0] ?? null;
}
