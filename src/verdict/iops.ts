import type { Claim, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { statisticOf } from './statistic.ts';
import type { VerdictSettings } from './verdict.ts';
import { rounded, signedPercent } from './wording.ts';

type Ends = readonly ['before', 'after'];
const ENDS: Ends = ['before', 'after'];

/**
 * A rate over its IOPS is the block that was moved, and the block is the same before and after. Said on the rate.
 *
 * @param all  every claim of the mails; the IOPS stand on the line of the rate or beside it
 */
export function auditBlock(
  rate: Claim,
  all: readonly Claim[],
  settings: VerdictSettings,
): readonly Finding[] {
  if (rate.metric !== 'throughput') return [];
  const iops = nearest(rate, all, (other) => other.metric === 'iops' && belongs(rate, other, SAME_LINE));
  const blocks = ENDS.map((end) => blockOf(rate, iops?.[end] ?? null, end));
  const [before, after] = blocks;
  if (iops === undefined || !before || !after) return [];
  const stated = rate.conditions.bufferBytes ?? iops.conditions.bufferBytes;
  const off = blocks.map((block) => farApart(block ?? 0, stated ?? before));
  if (Math.max(...off) * 100 <= settings.blockTolerancePercent) return [];
  const named = stated === null ? '' : `, the mail names ${stated} B`;
  return [
    {
      kind: 'rate-time-mismatch',
      severity: 'warning',
      text:
        `${rate.quantity} over ${iops.quantity} gives blocks of ${rounded(before, 4)} B before and ` +
        `${rounded(after, 4)} B after${named}. Are two cells swapped, or a unit?`,
      numbers: { blockBefore: before, blockAfter: after },
    },
  ];
}

/**
 * A program prints its total rate and the average of its samples. They may differ where a run stalls, but then they
 * show two different gains, and the mail speaks of one of them. Said on the total.
 */
export function auditSamples(
  total: Claim,
  all: readonly Claim[],
  settings: VerdictSettings,
): readonly Finding[] {
  if (total.metric !== 'throughput' || statisticOf(total).isAverage) return [];
  const average = nearest(
    total,
    all,
    (other) =>
      other.metric === 'throughput' && statisticOf(other).isAverage && belongs(total, other, SAME_RUN),
  );
  if (average?.deltaPercent == null || total.deltaPercent === null) return [];
  const ratios = ENDS.map((end) => quotient(average[end], total[end]));
  const [before, after] = ratios;
  if (!before || !after || farApart(before, after) * 100 <= settings.blockTolerancePercent) return [];
  return [
    {
      kind: 'rate-time-mismatch',
      severity: 'warning',
      text:
        `${total.quantity} changes by ${signedPercent(total.deltaPercent)}, the average of its samples ` +
        `(${average.quantity}) by ${signedPercent(average.deltaPercent)}. Did one of the runs stall?`,
      numbers: { totalPercent: total.deltaPercent, averagePercent: average.deltaPercent },
    },
  ];
}

/**
 * Little's law: IOPS times mean latency is the number of requests outstanding. The same benchmark keeps as many
 * outstanding before and after; where the two differ by much, another queue depth was measured. Said on the latency.
 */
export function auditOutstanding(
  latency: Claim,
  all: readonly Claim[],
  settings: VerdictSettings,
): readonly Finding[] {
  if (latency.metric !== 'latency' || !isWholeLatency(latency)) return [];
  const iops = nearest(latency, all, (other) => other.metric === 'iops' && belongs(latency, other, SAME_RUN));
  const [before, after] = ENDS.map((end) => product(iops?.[end] ?? null, latency[end]));
  if (iops === undefined || !before || !after) return [];
  if (1 + farApart(before, after) < settings.outstandingFactorMin) return [];
  return [
    {
      kind: 'rate-time-mismatch',
      severity: 'info',
      text:
        `${iops.quantity} × ${latency.quantity} is ${rounded(before, 3)} requests outstanding before and ` +
        `${rounded(after, 3)} after. Was the queue depth the same?`,
      numbers: { outstandingBefore: before, outstandingAfter: after },
    },
  ];
}

const SAME_LINE = 1;
/** fio prints one run on about a dozen lines. */
const SAME_RUN = 8;

/** A group may hold several runs, one below the other: the figures of one run stand closest together. */
function nearest(
  claim: Claim,
  all: readonly Claim[],
  isWanted: (other: Claim) => boolean,
): Claim | undefined {
  const away = (other: Claim): number => Math.abs(other.where.line - claim.where.line);
  return all.filter(isWanted).sort((a, b) => away(a) - away(b))[0];
}

/** Of the same group and the same direction, no further than so many lines away. */
function belongs(claim: Claim, other: Claim, lines: number): boolean {
  if (claim.group === null || claim.group !== other.group || claim.id === other.id) return false;
  const below = other.where.line - claim.where.line;
  const isNear = other.where.messageId === claim.where.messageId && Math.abs(below) <= lines;
  return (
    isNear && directionOf(claim) === directionOf(other) && (lines > SAME_LINE || sameStatistic(claim, other))
  );
}

/** "read", "write", or the first words an author uses; "wri" and "write" are one. */
function directionOf(claim: Claim): string {
  return statisticOf(claim).of.slice(0, 3);
}

function sameStatistic(claim: Claim, other: Claim): boolean {
  const [one, two] = [statisticOf(claim), statisticOf(other)];
  return one.isAverage === two.isAverage && one.percentile === two.percentile;
}

/** Submission and completion latency are parts of it. */
function isWholeLatency(claim: Claim): boolean {
  const { of, isAverage } = statisticOf(claim);
  return isAverage && !/\b[sc]lat\b/.test(of);
}

function blockOf(rate: Claim, iops: Side | null, end: Ends[number]): number | null {
  const bytes = quotient(rate[end], iops);
  return bytes === null ? null : bytes / (rate.baseUnit === 'bit/s' ? 8 : 1);
}

function quotient(above: Side | null, below: Side | null): number | null {
  return above === null || below === null || !(below.base > 0 && above.base > 0)
    ? null
    : above.base / below.base;
}

function product(one: Side | null, two: Side | null): number | null {
  return one === null || two === null ? null : one.base * two.base;
}

/** 0 for equal numbers, 1 for a factor of two. */
function farApart(one: number, two: number): number {
  return Math.max(one / two, two / one) - 1;
}
