import type { Claim } from '../claims/claim.ts';
import type { Replay } from '../replay/replay.ts';
import type { ClaimLimit } from '../report.ts';
import type { Decided } from './decision.ts';
import { quoteOf } from './quote.ts';
import { inAuthorsUnit, percentRange, plainPercent, rounded, signedPercent } from './wording.ts';

export interface Reasons {
  readonly claim: Claim;
  readonly replay: Replay;
  readonly verdict: Decided;
  readonly marginPercent: number;
  /** Why the model may not speak against the claim; null when it may. */
  readonly reservation: string | null;
}

/** One sentence, plain words, with the numbers the verdict rests on. */
export function becauseReplayed(reasons: Reasons): string {
  const { claim, replay, verdict, marginPercent } = reasons;
  const said = claimedWords(claim);
  const would = modelWords(replay);
  const within = `±${plainPercent(marginPercent)}`;
  switch (verdict) {
    case 'no-effect-agreed':
      return `The mail ${said}; ${would}: both inside ${within}, the least such figures can show.`;
    case 'reproduced':
      return `The mail ${said}; ${would}.`;
    case 'direction-only':
      return `The mail ${said}; ${would}: the same direction, another size${implied(replay)}.`;
    case 'unexplained':
      return `The mail ${said}; ${would}: possible, but not by the modelled mechanism${implied(replay)}.`;
    case 'contradicted':
      return `The mail ${said}; ${would}, with every change of the series modelled. What else differed?`;
    case 'undetermined':
      return `The mail ${said}; ${would}: ${openBecause(reasons)}.`;
  }
}

/** The claim lies above everything its link can carry. */
export function becauseBeyond(claim: Claim, limit: ClaimLimit): string {
  const value = rounded(inAuthorsUnit(claim, limit.ratio * limit.base), 8);
  const ceiling = rounded(inAuthorsUnit(claim, limit.base), 6);
  const above = plainPercent(100 * (limit.ratio - 1));
  return (
    `${value} ${claim.unit} is ${above} above ${ceiling} ${claim.unit}, the most that ${limit.name} carries ` +
    `under any way of counting (${limit.convention}). How was it measured?`
  );
}

function claimedWords({ deltaPercent, stated, quantity, better }: Claim): string {
  if (deltaPercent !== null) return `has ${signedPercent(deltaPercent)}`;
  if (stated !== null) return `says "${quoteOf(stated)}"`;
  return `says that ${quantity} ${better === 'lower' ? 'falls' : better === 'higher' ? 'rises' : 'stays'}`;
}

function modelWords({ deltaPercent: { p05, p95 } }: Replay): string {
  if (Math.max(Math.abs(p05), Math.abs(p95)) < NOTHING_PERCENT)
    return 'in our model the change would move nothing';
  return `in our model the change would give ${percentRange(p05, p95)}`;
}

/** Less than the digits of any report. */
const NOTHING_PERCENT = 0.001;

function openBecause({ claim, replay, marginPercent, reservation }: Reasons): string {
  const { p05, p95 } = replay.deltaPercent;
  const isNothing = p05 >= -marginPercent && p95 <= marginPercent;
  if (isNothing && reservation !== null) return `no effect that such figures could show, but ${reservation}`;
  if (p05 <= 0 && p95 >= 0) return `the model does not fix the direction${decidedBy(replay)}`;
  const isAgainst = (claim.deltaPercent ?? 0) * (p05 + p95) < 0;
  if (isAgainst && reservation !== null) return `the other direction, but ${reservation}`;
  return `that meets neither the claim nor no effect (±${plainPercent(marginPercent)})${decidedBy(replay)}`;
}

function decidedBy({ decidedBy: decided }: Replay): string {
  if (decided === null) return '';
  return `; ${parameterWords(decided.parameter).name} decides ${(100 * decided.share).toFixed(0)} % of it`;
}

function implied({ implied: needed }: Replay): string {
  if (needed === null) return '';
  const { name, unit } = parameterWords(needed.parameter);
  const { low, high } = needed.plausible;
  if (needed.needed < 0)
    return `; no ${name} would be enough, usual is ${rounded(low, 3)} … ${rounded(high, 3)}${unit}`;
  const range = `${rounded(low, 3)} … ${rounded(high, 3)}${unit}`;
  return `; it would need ${name} of ${rounded(needed.needed, 3)}${unit} (${needed.verdict}, usual is ${range})`;
}

/** A parameter of config/costs in words, and its unit: "irqThreadNs" is "irq thread" in ns. */
function parameterWords(parameter: string): { readonly name: string; readonly unit: string } {
  const [suffix, unit] = UNITS.find(([ending]) => parameter.endsWith(ending)) ?? ['', ''];
  const stem = parameter.slice(0, parameter.length - suffix.length);
  return { name: stem.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim(), unit };
}

const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['BytesPerSec', ' B/s'],
  ['Bytes', ' B'],
  ['Ns', ' ns'],
];
