import type { Claim } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import { isDecided } from './decided.ts';
import { distrust } from './distrust.ts';
import { type Outcome, type Pair, type Play, playDraws } from './play-draws.ts';
import { playOf } from './play-of.ts';
import type { Ending, NotReplayed, Replayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import { summarize } from './summarize.ts';

export interface ReplayRun {
  readonly seed: number;
  readonly draws: number;
  /** The other claims of the thread. Shares of a profile are split by the listing they stand in; default none. */
  readonly beside?: readonly Claim[];
}

/** Some draws of one claim: plain data, to be played here, in another thread or on another machine. */
export interface ReplayPart {
  readonly claim: Claim;
  readonly model: Model;
  readonly run: ReplayRun;
  readonly from: number;
  readonly to: number;
}

/** What a part gave, in the order of its draws; plain data as well. */
export type PlayedPart = readonly Outcome[];

/**
 * Plays a claim on the model of its series: fits the simulator to the before figure, runs before and after at every draw
 * of the priors with the same noise, and gives the spread of the difference. Equal seeds give equal bytes.
 *
 * A claim that the model can not play gives the reason in plain words, never a guess. @throws only for a bug in config
 */
export function replayClaim(claim: Claim, model: Model, settings: ReplaySettings, run: ReplayRun): Replayed {
  const steps = replaySteps(claim, model, settings, run);
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map((part) => playPart(part, settings)));
  return step.value;
}

/** The same, with somebody else playing the parts: the bytes do not depend on who, how many or in which order. */
export async function replayClaimWith(
  play: (part: ReplayPart) => Promise<PlayedPart>,
  ...[claim, model, settings, run]: Parameters<typeof replayClaim>
): Promise<Replayed> {
  const steps = replaySteps(claim, model, settings, run);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await Promise.all(step.value.map(play)));
  return step.value;
}

/** Plays one part. */
export function playPart({ claim, model, run, from, to }: ReplayPart, settings: ReplaySettings): PlayedPart {
  const play = playOf({ claim, model, settings, run });
  if ('code' in play) throw new Error(`a part of a claim that is not replayed: ${play.because}`);
  return playDraws(play, { from, to });
}

/** Yields what to play next, is given what came of it, and ends with the result. */
function* replaySteps(
  ...[claim, model, settings, run]: Parameters<typeof replayClaim>
): Generator<readonly ReplayPart[], Replayed, readonly PlayedPart[]> {
  const play = playOf({ claim, model, settings, run });
  if ('code' in play) return { did: 'not', why: play };
  const { cubesMost, drawsPerPart, equivalencePercent } = settings.limits;
  const outcomes: Outcome[] = [];
  for (let cube = 0; cube < cubesMost; cube += 1) {
    const range = { from: cube * run.draws, to: (cube + 1) * run.draws };
    const played = yield partsOf({ claim, model, run, ...range }, drawsPerPart);
    outcomes.push(...played.flat());
    const why = outcomes.find(isRefusal) ?? distrust(play, outcomes);
    if (why !== null) return { did: 'not', why };
    if (isDecided(deltasOf(outcomes), equivalencePercent)) return replayed(play, outcomes, 'decided');
  }
  return replayed(play, outcomes, 'budget');
}

function replayed(play: Play, outcomes: readonly Outcome[], stopped: Ending['stopped']): Replayed {
  const pairs = outcomes.filter(isPair);
  const ending = { stopped, discarded: outcomes.length - pairs.length };
  const { leavesOut } = play.scene;
  const left = leavesOut === undefined ? {} : { leavesOut };
  return { did: 'replayed', replay: summarize(play, pairs), ending, ...left };
}

function partsOf(whole: ReplayPart, drawsPerPart: number): readonly ReplayPart[] {
  const count = Math.ceil((whole.to - whole.from) / drawsPerPart);
  return Array.from({ length: count }, (_, index) => {
    const from = whole.from + index * drawsPerPart;
    return { ...whole, from, to: Math.min(whole.to, from + drawsPerPart) };
  });
}

function deltasOf(outcomes: readonly Outcome[]): readonly number[] {
  return outcomes.filter(isPair).map((pair) => pair.deltaPercent);
}

function isPair(outcome: Outcome): outcome is Pair {
  return outcome !== null && 'deltaPercent' in outcome;
}

function isRefusal(outcome: Outcome): outcome is NotReplayed {
  return outcome !== null && 'code' in outcome;
}
