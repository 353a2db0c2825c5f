import type { Claim, Claims } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { auditDrift, auditMany } from './across-claims.ts';
import { auditDigits } from './digits-coincide.ts';
import { auditGroupFactor } from './group-factor.ts';
import { auditBlock, auditOutstanding, auditSamples } from './iops.ts';
import { auditNoise } from './noise.ts';
import { auditOmittedWorse } from './omitted-worse.ts';
import { auditStated } from './own-table.ts';
import { auditLimits } from './physical-limit.ts';
import { auditRateTime } from './rate-time.ts';
import { storageRates } from './storage-rates.ts';
import { auditSum } from './sums.ts';
import { auditOrder } from './swapped-cells.ts';
import { auditBitsForBytes, auditMebibytes } from './unit-slip.ts';
import type { Audited, AuditedClaim, VerdictSettings } from './verdict.ts';

/**
 * Arithmetic on the mails' own figures, without a simulator: what they say of themselves and of each other, and the
 * physical ceilings that apply. What the claims stage read of the text comes first in every list.
 */
export function auditClaims(read: Claims, settings: VerdictSettings): Audited {
  const { claims, findings } = read;
  const acrossClaims = [auditRateTime(claims, settings), auditOrder(claims)];
  const entries = claims.map((claim): [string, AuditedClaim] => {
    const shared = acrossClaims.flatMap((found) => found.get(claim.id) ?? []);
    return [claim.id, auditClaim(claim, { read, shared, settings })];
  });
  const series = [...findings, ...auditMany(claims), ...auditDrift(claims, settings)];
  return { byClaim: new Map(entries), findings: series };
}

interface Surroundings {
  readonly read: Claims;
  /** Findings that came of comparing this claim with others. */
  readonly shared: readonly Finding[];
  readonly settings: VerdictSettings;
}

function auditClaim(claim: Claim, { read, shared, settings }: Surroundings): AuditedClaim {
  const { limits, beyond, findings } = auditLimits(claim, settings);
  return {
    limits,
    beyond,
    closes: storageRates(claim, read.claims, settings),
    findings: [
      ...claim.findings,
      ...auditStated(claim, read.claims, settings),
      ...auditGroupFactor(claim, read.claims, settings),
      ...shared,
      ...auditSum(claim, read.claims),
      ...auditBlock(claim, read.claims, settings),
      ...auditSamples(claim, read.claims, settings),
      ...auditOutstanding(claim, read.claims, settings),
      ...findings,
      ...auditBitsForBytes(claim, beyond),
      ...auditMebibytes(claim, settings.limits),
      ...auditDigits(claim),
      ...auditOmittedWorse(claim, read, settings),
      ...auditNoise(claim, settings),
    ],
  };
}
