import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import type { ClaimLimit } from '../report.ts';
import { inAuthorsUnit, rounded } from './wording.ts';

/** A figure in bytes above every ceiling that would fit as bits: MB for Mbit. Asked about, beside the limit itself. */
export function auditBitsForBytes(claim: Claim, beyond: ClaimLimit | null): readonly Finding[] {
  if (beyond === null || claim.baseUnit !== 'B/s' || beyond.ratio / 8 > 1) return [];
  const value = inAuthorsUnit(claim, beyond.ratio * beyond.base);
  const ceiling = inAuthorsUnit(claim, beyond.base);
  return [
    {
      kind: 'unit-slip',
      severity: 'warning',
      text:
        `${rounded(value, 6)} ${claim.unit} is more than ${beyond.name} carries ` +
        `(${rounded(ceiling, 6)} ${claim.unit}); as many bits would fit. Bits or bytes?`,
      numbers: { value, ceiling },
    },
  ];
}
