import type { Claim, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import type { ClaimLimit } from '../report.ts';
import { type Ceiling, FRAME_CONVENTION } from './ceilings.ts';
import { ceilingsOf } from './claim-ceilings.ts';
import type { Limits } from './limits.ts';
import type { VerdictSettings } from './verdict.ts';
import { figure, inAuthorsUnit, rounded, sidesOf } from './wording.ts';

export interface LimitAudit {
  readonly limits: readonly ClaimLimit[];
  readonly beyond: ClaimLimit | null;
  readonly findings: readonly Finding[];
}

/**
 * Holds a rate against every physical ceiling its link has. A claim that names no link, is no rate over a wire, or adds
 * up several streams, has no ceiling: all fields come back empty.
 *
 * Source: usb-model, section 4.
 */
export function auditLimits(claim: Claim, settings: VerdictSettings): LimitAudit {
  const measured = Math.max(...sidesOf(claim).map(({ base }) => base));
  const known = ceilingsOf(claim, settings.limits);
  if (known.length === 0 || !(measured > 0)) return { limits: [], beyond: null, findings: [] };
  const weighed = known
    .map((ceiling) => weigh(claim, ceiling, measured))
    .sort((a, b) => a.limit.base - b.limit.base);
  const beyond =
    kinds(weighed)
      .map((kind) => beyondAll(kind, settings))
      .find((limit) => limit !== null) ?? null;
  if (beyond !== null && mayBeOfAnotherLink(claim, beyond, settings))
    return { limits: [], beyond: null, findings: [] };
  const findings = beyond === null ? kinds(weighed).flatMap((kind) => remarks(claim, kind, settings)) : [];
  return { limits: weighed.map(({ limit }) => limit), beyond, findings };
}

/** One side that the link carries and one far above it: the change may be that another link is taken. */
function mayBeOfAnotherLink(claim: Claim, { base, ratio }: ClaimLimit, { otherLinkFactor }: VerdictSettings) {
  return ratio > otherLinkFactor && sidesOf(claim).some((side) => side.base <= base);
}

interface Weighed {
  readonly ceiling: Ceiling;
  readonly limit: ClaimLimit;
}

function weigh(claim: Claim, ceiling: Ceiling, measured: number): Weighed {
  const base = claim.baseUnit === 'bit/s' ? ceiling.perSec * 8 : ceiling.perSec;
  const { name, convention, source } = ceiling;
  return { ceiling, limit: { name, convention, base, ratio: measured / base, source } };
}

function kinds(weighed: readonly Weighed[]): readonly (readonly Weighed[])[] {
  const names = new Set(weighed.map(({ ceiling }) => ceiling.kind));
  return [...names].map((name) => weighed.filter(({ ceiling }) => ceiling.kind === name));
}

function beyondAll(kind: readonly Weighed[], settings: VerdictSettings): ClaimLimit | null {
  const highest = kind.at(-1)?.limit;
  return highest !== undefined && isBeyond(highest, settings) ? highest : null;
}

function isBeyond(limit: ClaimLimit, settings: VerdictSettings): boolean {
  return limit.ratio > 1 + settings.beyondPercent / 100;
}

function remarks(claim: Claim, kind: readonly Weighed[], settings: VerdictSettings): readonly Finding[] {
  const own = kind.filter(({ ceiling }) => countedBy(claim, ceiling, settings.limits));
  const candidates = own.length === 0 ? kind : own;
  const matching = candidates.find(({ limit }) => !isBeyond(limit, settings));
  if (matching === undefined) return [onlyUnder(claim, kind, settings)];
  if (matching.limit.ratio >= settings.saturatedPercent / 100 && claim.deltaPercent !== null)
    return [saturated(claim, matching.limit, { kind, sure: own.length > 0, settings })];
  const possible = kind.filter(({ limit }) => !isBeyond(limit, settings));
  return kind.length > 1 && possible.length === 1 ? [onlyUnder(claim, kind, settings)] : [];
}

/** Does a tool that the mail names count in this convention? */
function countedBy(claim: Claim, ceiling: Ceiling, limits: Limits): boolean {
  if (ceiling.kind !== 'ethernet') return true;
  const { frame, payload } = limits.ethernet.tools;
  const { tools } = claim.conditions;
  if (tools.some((tool) => payload.includes(tool))) return ceiling.convention.includes('payload');
  return tools.some((tool) => frame.includes(tool)) && ceiling.convention === FRAME_CONVENTION;
}

interface Circumstances {
  readonly kind: readonly Weighed[];
  /** The mail names a tool that counts so. */
  readonly sure: boolean;
  readonly settings: VerdictSettings;
}

function saturated(claim: Claim, limit: ClaimLimit, { kind, sure, settings }: Circumstances): Finding {
  const ratioPercent = 100 * limit.ratio;
  const largest = largestOf(claim);
  const ceiling = rounded(inAuthorsUnit(claim, limit.base), 6);
  const counted = `${sure ? '' : 'if '}counted as ${limit.convention}`;
  return {
    kind: 'limit-saturated',
    severity: sure ? 'warning' : 'info',
    text:
      `${figure(largest, claim.unit)} is ${rounded(ratioPercent, 4)} % of what ${limit.name} carries ` +
      `(${ceiling} ${claim.unit}, ${counted})${censored(claim, limit, settings)}`,
    numbers: {
      value: largest.value,
      ratioPercent,
      ...Object.fromEntries(
        kind.map(({ limit: each }) => [each.convention, inAuthorsUnit(claim, each.base)]),
      ),
    },
  };
}

function largestOf(claim: Claim): Side {
  return sidesOf(claim).reduce((best, side) => (side.base > best.base ? side : best));
}

/** What a ceiling hides: a figure that has reached it could have been larger. */
function censored(claim: Claim, limit: ClaimLimit, settings: VerdictSettings): string {
  if (claim.before === null || claim.after === null) return '.';
  const isAtCeiling = (base: number): boolean => base / limit.base >= settings.saturatedPercent / 100;
  const [before, after] = [isAtCeiling(claim.before.base), isAtCeiling(claim.after.base)];
  if (before && after) return ': both sides are at the ceiling, a difference could not show.';
  return after ? ': the gain is a lower bound.' : ': the loss is a lower bound.';
}

/** Not every convention allows the figure. */
function onlyUnder(claim: Claim, kind: readonly Weighed[], settings: VerdictSettings): Finding {
  const largest = largestOf(claim);
  const possible = kind.filter(({ limit }) => !isBeyond(limit, settings)).map(({ limit }) => limit);
  const tooLow = kind.filter(({ limit }) => isBeyond(limit, settings)).at(-1)?.limit;
  const allows = possible.map(({ name, convention }) => `${convention} (${name})`).join(' or ');
  const bound = tooLow === undefined ? 0 : inAuthorsUnit(claim, tooLow.base);
  const below =
    tooLow === undefined ? '' : `; counted as ${tooLow.convention} the ceiling is ${rounded(bound, 6)}`;
  return {
    kind: 'convention-limit',
    severity: 'warning',
    text: `${figure(largest, claim.unit)} is possible only if counted as ${allows}${below}. How was it counted?`,
    numbers: { value: largest.value, ceiling: bound },
  };
}
