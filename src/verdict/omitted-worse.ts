import type { Claim, Claims, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { hasSpread, noiseReach, scatters } from './noise.ts';
import type { VerdictSettings } from './verdict.ts';
import { figure, plainPercent } from './wording.ts';

/**
 * A metric of the mail's own figures that got worse while the text speaks only of what got better. Nothing is said when
 * the text admits it, when nothing got better beside it, or when the difference is small.
 */
export function auditOmittedWorse(
  claim: Claim,
  { claims, mentionedWorse }: Claims,
  settings: VerdictSettings,
): readonly Finding[] {
  const worse = worsening(claim);
  if (worse < settings.worsePercentMin || isAdmitted(claim, { claims, mentionedWorse })) return [];
  if (!isMaterial(claim, claims) || isWithinNoise(claim, worse, settings)) return [];
  if (!claims.some((other) => isBeside(claim, other) && worsening(other) < 0)) return [];
  const { before, after } = claim;
  if (before === null || after === null) return [];
  const isPlain = worse >= settings.worsePercentWarning && worse > noiseReach(claim, settings);
  return [
    {
      kind: 'omitted-worse',
      severity: isPlain ? 'warning' : 'info',
      text:
        `${claim.quantity} gets worse by ${plainPercent(worse)} ` +
        `(${figure(before, claim.unit)} → ${figure(after, claim.unit)}), and the text does not say so.`,
      numbers: { worsePercent: worse, before: before.value, after: after.value },
    },
  ];
}

/** Percent by which the claim got worse; negative when better, 0 when that can not be told. A size is a setting. */
function worsening({ better, deltaPercent, kind, metric }: Claim): number {
  if (better === null || deltaPercent === null || kind !== 'measured' || metric === 'size') return 0;
  return better === 'higher' ? -deltaPercent : deltaPercent;
}

/** The prose gives a figure for it, or for the same configuration against another one, or says so in words. */
function isAdmitted(claim: Claim, { claims, mentionedWorse }: Omit<Claims, 'findings'>): boolean {
  if (claim.stated !== null || mentionedWorse.includes(claim.id)) return true;
  return claims.some(({ stated, after }) => stated !== null && after !== null && isSame(after, claim.after));
}

function isSame(side: Side, other: Side | null): boolean {
  return side.base === other?.base && side.label === other.label;
}

/** The author's own ± covers it, or what such measurements scatter anyway. Shares of one profile are compared as printed. */
function isWithinNoise(claim: Claim, worse: number, settings: VerdictSettings): boolean {
  return (hasSpread(claim) || scatters(claim)) && worse <= noiseReach(claim, settings);
}

/** A twentieth of the longest time beside it is a part nobody waits for: the user time of a program that does I/O. */
function isMaterial(claim: Claim, claims: readonly Claim[]): boolean {
  if (claim.metric !== 'time' || claim.group === null) return true;
  const times = claims.filter(({ group, metric }) => group === claim.group && metric === 'time');
  const longest = Math.max(...times.map(({ after }) => after?.base ?? 0));
  return (claim.after?.base ?? 0) >= longest / 20;
}

/** Of the same table or block, or measured in the same way in the same mail. */
function isBeside(claim: Claim, other: Claim): boolean {
  if (other.id === claim.id || other.where.messageId !== claim.where.messageId) return false;
  if (claim.group !== null && other.group === claim.group) return true;
  return other.metric === claim.metric && other.unit === claim.unit;
}
