import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { decimals } from './stated.ts';

/**
 * Two figures with the same decimals whose difference is a round number: 933.86 and 983.86. Chance does it about once
 * in a thousand pairs; a typing slip does it always. Only asked about, never held against anyone.
 */
export function auditDigits(claim: Claim): readonly Finding[] {
  const { before, after } = claim;
  if (before === null || after === null || claim.kind !== 'measured') return [];
  const digits = Math.min(decimals(before.value), decimals(after.value));
  if (digits < 2 || decimals(before.value) !== decimals(after.value)) return [];
  const difference = Number((after.value - before.value).toFixed(digits));
  if (difference === 0 || difference % ROUND_STEP !== 0) return [];
  return [
    {
      kind: 'digits-coincide',
      severity: 'info',
      text: `the two values differ by exactly ${Math.abs(difference).toFixed(digits)}. Typing slip?`,
      numbers: { difference },
    },
  ];
}

const ROUND_STEP = 10;
