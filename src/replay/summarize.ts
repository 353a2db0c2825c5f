import type { CostName } from '../simulator/costs.ts';
import { ascending, percentile } from '../stats/percentile.ts';
import { decidersOf } from './deciders.ts';
import { MEDIAN_DRAW } from './draws.ts';
import type { Influence } from './influence.ts';
import { closedFormPercent, implied } from './inverse.ts';
import { irqsOffTimeline } from './irqs-off-timeline.ts';
import type { Pair, Play } from './play-draws.ts';
import type { Percentiles, Replay } from './replay.ts';

/** More than these are each worth next to nothing, and nobody reads on. */
const SENSITIVITY_MOST = 5;

/** What the pairs say, in the shape every face prints. */
export function summarize(play: Play, pairs: readonly Pair[]): Replay {
  const { scene, sides, claim, run } = play;
  const deltas = pairs.map((pair) => pair.deltaPercent);
  const target = claim.before?.base ?? null;
  const setting = scene.settingAt(MEDIAN_DRAW);
  const closedForm = scene.isWithoutFormula
    ? Number.NaN
    : closedFormPercent(scene, sides, { setting, target });
  const deltaPercent = percentilesOf(deltas);
  const deciding = decidersOf(play, deltaPercent);
  return {
    before: percentilesOf(pairs.map((pair) => pair.before)),
    after: percentilesOf(pairs.map((pair) => pair.after)),
    deltaPercent,
    samples: pairs.length,
    seed: run.seed,
    calibratedOn: calibratedOn(play),
    closedForm: Number.isFinite(closedForm) ? closedForm : null,
    decidedBy: deciding[0] ?? null,
    sensitivity: deciding.slice(0, SENSITIVITY_MOST),
    implied: impliedBy(play, { pairs, deciding }),
    timeline: irqsOffTimeline(play),
    events: pairs.reduce((sum, pair) => sum + pair.events, 0),
  };
}

function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = ascending(values);
  return { p05: percentile(sorted, 0.05), p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

function calibratedOn({ scene, claim }: Play): string {
  if (scene.matches !== undefined) return 'nothing: a draw that does not show the figure before is left out';
  if (scene.knob === null || claim.before === null) return 'nothing: the priors stand as they are';
  return `${scene.knob.name} to ${claim.before.value} ${claim.unit}`;
}

/** Asks the inverse question of the cost that decides most: a class or a size has no value to solve for. */
function impliedBy(
  { scene, sides, claim }: Play,
  { pairs, deciding }: { readonly pairs: readonly Pair[]; readonly deciding: readonly Influence[] },
): Replay['implied'] {
  const median = scene.settingAt(MEDIAN_DRAW);
  const names = Object.keys(median.costs);
  const parameter = deciding.map((influence) => influence.parameter).find((name) => names.includes(name));
  if (!isCostName(parameter, names) || claim.before === null || claim.deltaPercent === null) return null;
  const drawn = ascending(pairs.map((pair) => pair.setting.costs[parameter]));
  return implied({
    scene,
    sides,
    median,
    target: claim.before.base,
    claimedPercent: claim.deltaPercent,
    parameter,
    plausible: { low: percentile(drawn, 0.05), high: percentile(drawn, 0.95) },
  });
}

function isCostName(name: string | undefined, names: readonly string[]): name is CostName {
  return name !== undefined && names.includes(name);
}
