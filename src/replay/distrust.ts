import type { Outcome, Pair, Play } from './play-draws.ts';
import type { NotReplayed } from './replay.ts';

/** Why what was played must not be published; null when it may. */
export function distrust(play: Play, outcomes: readonly Outcome[]): NotReplayed | null {
  const pairs = outcomes.filter((outcome): outcome is Pair => outcome !== null && 'deltaPercent' in outcome);
  return fewMatch(play, pairs, outcomes.length) ?? formsDiffer(play, pairs);
}

function fewMatch({ scene, settings }: Play, pairs: readonly Pair[], draws: number): NotReplayed | null {
  if ((100 * pairs.length) / draws >= settings.limits.matchedLeastPercent) return null;
  const unfit =
    scene.knob?.isUnfit ?? `no plausible ${scene.knob?.name ?? 'setting'} gives the figure before the change`;
  const because = `${unfit}: ${pairs.length} of ${draws} draws of the model match it`;
  return { code: 'cannot-calibrate', because };
}

function formsDiffer({ settings }: Play, pairs: readonly Pair[]): NotReplayed | null {
  const { selfCheckPercent } = settings.limits;
  const miss = pairs.reduce((sum, pair) => sum + pair.missPercent, 0) / pairs.length;
  if (miss <= selfCheckPercent) return null;
  const because = `simulation and closed form differ by ${miss.toFixed(1)} %, more than ${selfCheckPercent} %`;
  return { code: 'self-check-failed', because };
}
