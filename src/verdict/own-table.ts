import type { Claim } from '../claims/claim.ts';
import type { Finding, Severity } from '../claims/finding.ts';
import { neighbourPair, strayPair } from './mixed-baseline.ts';
import { otherReading } from './other-reading.ts';
import { quoteOf } from './quote.ts';
import {
  cutOffSpan,
  type Own,
  overlaps,
  ownFactor,
  ownPercent,
  roundFigureSpan,
  type Span,
  type StatedPair,
  statedPair,
  statedSize,
  statedSpan,
} from './stated.ts';
import type { VerdictSettings } from './verdict.ts';
import { rounded, signedPercent } from './wording.ts';

/**
 * Holds what the prose says of a claim against the claim's own figures: a percentage or factor that the rounding of
 * both can not bridge. A stated figure that fits another reading or another pair of figures is named as such.
 *
 * @param all  every claim of the mails, to find the pair a stated figure may have been taken from
 */
export function auditStated(
  claim: Claim,
  all: readonly Claim[],
  settings: VerdictSettings,
): readonly Finding[] {
  const pair = statedPair(claim);
  if (pair === null) return [];
  const said = statedSpan(pair.stated, settings);
  const own = ownOf(pair);
  if (overlaps(pointOf(own), said) || isNearly(own.value, pair, settings))
    return goesAgainst(pair) ? [againstDirection(pair)] : [];
  return overlaps(own.span, said)
    ? barelyFitting(pair, all, said)
    : notFitting(pair, { all, said, settings });
}

/** A hair beside it: nobody would print the difference. */
function isNearly(value: number, { stated }: StatedPair, { nearlyPercent }: VerdictSettings): boolean {
  const size = statedSize(stated);
  return Math.abs(value - size) <= (nearlyPercent / 100) * size;
}

/** Only the ± or the rounding of the printed figures lets the two meet. */
function barelyFitting(pair: StatedPair, all: readonly Claim[], said: Span): readonly Finding[] {
  if (pair.before.error !== null || pair.after.error !== null) return [];
  const neighbour = neighbourPair(pair, all, said);
  if (neighbour !== null || overlaps(pointOf(ownOf(pair)), cutOffSpan(pair.stated))) return neighbour ?? [];
  return [mismatchText(pair, 'info', ': only rounding can bridge them.')];
}

interface Surroundings {
  readonly all: readonly Claim[];
  readonly said: Span;
  readonly settings: VerdictSettings;
}

function notFitting(pair: StatedPair, { all, said, settings }: Surroundings): readonly Finding[] {
  const explained = otherReading(pair, said) ?? neighbourPair(pair, all, said);
  if (explained !== null) return explained;
  if (overlaps(ownOf(pair).span, cutOffSpan(pair.stated))) return [];
  return strayPair(pair, all, said) ?? [mismatch(pair, settings)];
}

function pointOf({ value }: Own): Span {
  return { low: value, high: value };
}

/** "improves by 5 %" over figures that got worse. A factor, or a bare percentage, has no direction of its own. */
function goesAgainst({ claim, stated, before, after }: StatedPair): boolean {
  if (claim.better === null || stated.direction === null || after.value === before.value) return false;
  const rose = after.value > before.value;
  const betterRose = claim.better === 'higher';
  // For a figure that should fall, "up" may mean the figure or the merit: only a rise contradicts "down".
  return betterRose ? rose !== (stated.direction === 'up') : rose && stated.direction === 'down';
}

function againstDirection(pair: StatedPair): Finding {
  return mismatchText(pair, 'warning', ': the other direction. Are the columns the right way round?');
}

function mismatch(pair: StatedPair, settings: VerdictSettings): Finding {
  const own = ownOf(pair);
  if (overlaps(own.span, roundFigureSpan(pair.stated)))
    return mismatchText(pair, 'info', ': a round figure.');
  const size = statedSize(pair.stated);
  const miss = Math.abs(size - own.value) / Math.max(size, own.value);
  return mismatchText(pair, miss * 100 >= settings.plainMismatchPercent ? 'error' : 'warning', '.');
}

function mismatchText(pair: StatedPair, severity: Severity, tail: string): Finding {
  const { claim, stated } = pair;
  const own = ownOf(pair).value;
  const given =
    stated.factor === null ? signedPercent(claim.deltaPercent ?? own) : `${rounded(own, 3)} times`;
  // What stands beside its figures is no summary of a table.
  const owner = claim.where.text.includes(stated.text) ? 'its' : "the table's";
  return {
    kind: 'stated-mismatch',
    severity,
    text: `says "${quoteOf(stated)}"; ${owner} own figures give ${given}${tail}`,
    numbers: { stated: stated.percent ?? stated.factor ?? 0, own },
  };
}

function ownOf({ stated, before, after }: StatedPair): Own {
  return stated.factor === null ? ownPercent(before, after) : ownFactor(before, after);
}
