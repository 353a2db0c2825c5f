import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { halfUnit } from './stated.ts';
import { statisticOf } from './statistic.ts';
import { figure, inAuthorsUnit, rounded } from './wording.ts';

const ENDS = ['before', 'after'] as const;

/**
 * A total can not be less than the parts that stand above it in the same unit. Parts may be missing, so that a total
 * larger than their sum says nothing.
 */
export function auditSum(total: Claim, all: readonly Claim[]): readonly Finding[] {
  if (!isTotal(total) || total.group === null) return [];
  const parts = all.filter((claim) => isPart(claim, total));
  if (parts.length < 2) return [];
  return ENDS.flatMap((end) => overfull(total, parts, end));
}

function isTotal(claim: Claim): boolean {
  const { of, isAverage, percentile } = statisticOf(claim);
  return ADDITIVE.has(claim.baseUnit) && !isAverage && percentile === null && /\b(?:total|sum)\b/.test(of);
}

/** Times, sizes and shares add up; rates of parts may have been measured one after the other. */
const ADDITIVE = new Set<string>(['s', 'B', '%']);

function isPart(claim: Claim, total: Claim): boolean {
  const isSameKind =
    claim.metric === total.metric && claim.unit === total.unit && claim.group === total.group;
  const isAbove = claim.where.messageId === total.where.messageId && claim.where.line < total.where.line;
  const { isAverage, percentile } = statisticOf(claim);
  return isSameKind && isAbove && !isTotal(claim) && !isAverage && percentile === null;
}

function overfull(total: Claim, parts: readonly Claim[], end: 'before' | 'after'): readonly Finding[] {
  const whole = total[end];
  const sides = parts.flatMap((part) => part[end] ?? []);
  if (whole === null || sides.length < 2) return [];
  const sum = sides.reduce((bases, side) => bases + side.base, 0);
  const slack = [whole, ...sides].reduce((all, side) => all + Math.abs(slackOf(side)), 0);
  if (sum <= whole.base + slack) return [];
  return [
    {
      kind: 'stated-mismatch',
      severity: 'warning',
      text:
        `${total.quantity} is ${figure(whole, total.unit)}, its ${sides.length} parts come to ` +
        `${rounded(inAuthorsUnit(total, sum), 4)} ${total.unit}.`,
      numbers: { total: whole.value, sum: inAuthorsUnit(total, sum) },
    },
  ];
}

/** The ± as written, else the rounding of the last digit, in base units. */
function slackOf({
  value,
  base,
  error,
}: {
  readonly value: number;
  readonly base: number;
  readonly error: number | null;
}) {
  return value === 0 ? 0 : ((error ?? halfUnit(value)) * base) / value;
}
