import type { Claim, Metric, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { minimumDetectablePercent } from '../stats/detectable.ts';
import { normalQuantile } from '../stats/normal.ts';
import { plusMinusReadings, type Reading } from '../stats/plus-minus.ts';
import { equivalence, type Runs } from '../stats/welch.ts';
import { scatterOf } from './scatter.ts';
import { inBase } from './stated.ts';
import type { VerdictSettings } from './verdict.ts';
import { count, percentRange, plainPercent } from './wording.ts';

/** Is the difference larger than the scatter the mail gives, or larger than scatter usually is? */
export function auditNoise(claim: Claim, settings: VerdictSettings): readonly Finding[] {
  const { before, after } = claim;
  if (claim.kind === 'qualitative') return saidSame(claim);
  if (claim.kind !== 'measured' || before === null || after === null || before.value === 0) return [];
  if (hasSpread(claim)) return insideSpread(claim, before, after, settings);
  return scatters(claim) ? withoutSpread(claim, settings) : [];
}

/** "No regression" in words alone: finding nothing is worth as much as what could have been found. */
function saidSame({ stated, quantity }: Claim): readonly Finding[] {
  if (stated === null || stated.direction !== null) return [];
  const text = `says that ${quantity} stayed the same and gives no figures: how large a change would have gone unseen is open.`;
  return [{ kind: 'no-spread', severity: 'info', text, numbers: {} }];
}

/**
 * The difference, in percent, that noise alone would reach in 5 % of such comparisons: from the claim's own ± and runs
 * where it has them, else from the usual run-to-run spread of its workload.
 */
export function noiseReach(claim: Claim, settings: VerdictSettings): number {
  const runs = runsOf(claim);
  const own = hasSpread(claim) ? ownCvPercent(claim) : null;
  // A ± without a number of runs is the uncertainty of the figure itself, as physicists print it.
  if (own !== null && runs === null) return normalQuantile(0.975) * own * Math.SQRT2;
  const cvPercent = own ?? scatterOf(claim, settings).value;
  return minimumDetectablePercent({ cvPercent, runs: runs ?? 1 });
}

/** Runs behind the side with fewer of them; null when the mail does not say. */
export function runsOf({ before, after }: Claim): number | null {
  const runs = [before?.runs ?? null, after?.runs ?? null].filter((each) => each !== null);
  return runs.length === 0 ? null : Math.min(...runs);
}

/**
 * A ± on both sides that is the scatter between runs. Programs that time every request print the scatter inside one run,
 * which says nothing of the next.
 */
export function hasSpread({ before, after, conditions }: Claim): boolean {
  const isInsideOneRun = conditions.tools.some((tool) => TIMES_EVERY_REQUEST.has(tool));
  return !isInsideOneRun && before?.error != null && after?.error != null;
}

const TIMES_EVERY_REQUEST = new Set(['fio', 'ping', 'ioping', 'cyclictest', 'qperf', 'sockperf']);

/** Does another run give another figure? */
export function scatters({ metric }: Claim): boolean {
  return SCATTERED.has(metric);
}

/** Metrics that scatter from run to run; sizes and instruction counts do not, and a profile has its own sampling error. */
const SCATTERED = new Set<Metric>([
  'throughput',
  'latency',
  'time',
  'frame-rate',
  'cpu-load',
  'irq-rate',
  'context-switch-rate',
  'iops',
  'packet-rate',
  'loss',
  'hardirq-time',
]);

function insideSpread(
  claim: Claim,
  before: Side,
  after: Side,
  settings: VerdictSettings,
): readonly Finding[] {
  if (!((before.error ?? 0) > 0 && (after.error ?? 0) > 0)) return [];
  const readings = plusMinusReadings(asRead(before), asRead(after), settings.noise.possibleRuns.value);
  if (readings.significant !== 'none') return [];
  const sharpest = readings.tried.reduce((best, reading) => (width(reading) < width(best) ? reading : best));
  const reading = readings.tried.length === 1 ? '' : ' under every reading of the ±';
  const { low, high } = sharpest.percent;
  return [
    {
      kind: 'within-noise',
      severity: claim.stated === null ? 'info' : 'warning',
      text:
        `the difference lies within the spread given${reading}; even read as ${NAMES[sharpest.kind]} of ` +
        `${count(sharpest.runs)} runs the figures allow ${percentRange(low, high)}${equality(before, after, settings)}.`,
      numbers: { lowPercent: low, highPercent: high, runs: sharpest.runs },
    },
  ];
}

/** Agreeing within error is not being equal: that takes two one-sided tests, and a ± whose meaning is known. */
function equality(before: Side, after: Side, { equivalentPercent }: VerdictSettings): string {
  const [one, two] = [asRuns(before), asRuns(after)];
  if (one === null || two === null) return '';
  const { p } = equivalence(one, two, (equivalentPercent / 100) * one.mean);
  const within = `within ±${equivalentPercent} %`;
  return p < 0.05 ? `, and they are equal ${within}` : `; that they are equal ${within} is not shown`;
}

function asRuns(side: Side): Runs | null {
  const { value, error } = inBase(side);
  return side.errorKind === 'sd' && side.runs !== null && side.runs >= 2
    ? { mean: value, sd: error, runs: side.runs }
    : null;
}

function asRead(side: Side) {
  const kind = side.errorKind === 'unspecified' ? null : side.errorKind;
  return { ...inBase(side), kind, runs: side.runs };
}

function width({ percent }: Reading): number {
  return percent.high - percent.low;
}

const NAMES = { sd: 'standard deviation', se: 'standard error', ci95: '95 % interval', range: 'range' };

/** A difference many times what noise can do needs no remark. */
const OBVIOUS_FACTOR = 10;

function withoutSpread(claim: Claim, settings: VerdictSettings): readonly Finding[] {
  const cvPercent = scatterOf(claim, settings).high;
  const runs = runsOf(claim);
  const reachPercent = minimumDetectablePercent({ cvPercent, runs: runs ?? 1 });
  if (Math.abs(claim.deltaPercent ?? 0) > OBVIOUS_FACTOR * reachPercent) return [];
  const given = runs === null || runs < 2 ? 'single figures' : `means of ${count(runs)} runs`;
  return [
    {
      kind: 'no-spread',
      severity: 'info',
      text:
        `${given}, no spread given: at a run-to-run spread of ${cvPercent} % ` +
        `noise alone reaches ${plainPercent(reachPercent)}.`,
      numbers: { cvPercent, reachPercent, ...(runs === null ? {} : { runs }) },
    },
  ];
}

function ownCvPercent({ before, after }: Claim): number | null {
  const own = [before, after].map((side) => (side === null ? null : sideCvPercent(side)));
  const [left = null, right = null] = own;
  return left === null || right === null ? null : Math.hypot(left, right) / Math.SQRT2;
}

/** A ± without a kind is taken as the standard deviation, the widest of the usual readings. */
function sideCvPercent({ value, error, errorKind, runs }: Side): number | null {
  if (error === null || value === 0) return null;
  const scale =
    errorKind === 'se' ? Math.sqrt(runs ?? 1) : errorKind === 'ci95' ? Math.sqrt(runs ?? 1) / 2 : 1;
  return (100 * error * scale) / Math.abs(value);
}
