import type { Claim } from './claims/claim.ts';
import { findClaims } from './claims/find-claims.ts';
import { composeReport } from './compose-report.ts';
import type { Evaluated, Evaluation, Thread, Understood } from './evaluation.ts';
import { deriveModel } from './model/derive-model.ts';
import { deriveGadgetModel } from './model/gadget-model.ts';
import type { Model } from './model/hcd.ts';
import { explainClaim } from './replay/explain-claim.ts';
import type { Explanation } from './replay/explanation.ts';
import { type Probed, probeDeadlock } from './replay/probe-deadlock.ts';
import type { Replayed } from './replay/replay.ts';
import {
  type PlayedPart,
  type ReplayPart,
  type ReplayRun,
  replayClaim,
  replayClaimWith,
} from './replay/replay-claim.ts';
import { traceClaim } from './replay/trace-claim.ts';
import type { Report } from './report.ts';
import { collectSeries, currentSeries } from './series/collect-series.ts';
import type { Settings } from './settings.ts';
import type { TraceEvent } from './simulator/timeline.ts';
import { auditClaims } from './verdict/audit-claims.ts';
import { judge } from './verdict/judge.ts';
import type { Probe } from './verdict/verdict.ts';

/** Letters in, report out: the whole product, with no clock, no disk and no network. Same input, same bytes. */
export function evaluate(asked: Evaluation, settings: Settings): Report {
  const understood = understand(asked, settings);
  const replays = new Map<string, Replayed>();
  for (const { claim, model, run } of replaysOf(understood, asked, replays))
    replays.set(claim.id, replayClaim(claim, model, settings.replay, run));
  return conclude({ asked, understood, replays }, settings);
}

/** The same with somebody else playing the parts of the replays, in threads or elsewhere: the report has the same bytes. */
export async function evaluateWith(
  play: (part: ReplayPart) => Promise<PlayedPart>,
  asked: Evaluation,
  settings: Settings,
): Promise<Report> {
  const understood = understand(asked, settings);
  asked.onStage?.('replay');
  const replays = new Map<string, Replayed>();
  const next = replaysOf(understood, asked, replays);
  const playOneByOne = async () => {
    for (const { claim, model, run } of next)
      replays.set(claim.id, await replayClaimWith(play, claim, model, settings.replay, run));
  };
  await Promise.all(Array.from({ length: asked.claimsAtOnce ?? 1 }, playOneByOne));
  return conclude({ asked, understood, replays }, settings);
}

function conclude({ asked, understood, replays }: Omit<Evaluated, 'judgement'>, settings: Settings): Report {
  asked.onStage?.('verdict');
  const { claims, audited, model } = understood;
  const probes = model === null ? [] : probeHazards(model, asked, settings);
  const files = understood.series?.patches.flatMap((patch) => patch.files.map(({ path }) => path)) ?? [];
  const judgement = judge({ claims, audited, model, replays, probes, files }, settings.verdict);
  const report = composeReport({ asked, understood, replays, judgement }, settings.sha256);
  asked.onStage?.('done');
  return report;
}

/** Reads the mails: the series they are about, what it claims, what it changes, and the arithmetic of its figures. */
export function understand(
  { letters, problems: met, source, onStage }: Thread & Pick<Evaluation, 'onStage'>,
  settings: Settings,
): Understood {
  onStage?.('claims');
  const problems = [...met, ...letters.flatMap((letter) => letter.problems)];
  const series = currentSeries(collectSeries(letters, settings.series));
  if (series === null) return { ...NOTHING, problems };
  const claims = findClaims(series, settings.claims);
  const audited = auditClaims(claims.value, settings.verdict);
  const labels = new Set(claims.value.claims.flatMap(labelsOf));
  onStage?.('model');
  return {
    series,
    claims: claims.value,
    audited,
    model:
      deriveModel(series, settings.profiles, [...labels], source) ??
      deriveGadgetModel(series, settings.udcs, source?.trial),
    problems: [...problems, ...series.problems, ...claims.problems],
  };
}

const NOTHING: Understood = {
  series: null,
  claims: { claims: [], findings: [], mentionedWorse: [] },
  audited: { byClaim: new Map(), findings: [] },
  model: null,
  problems: [],
};

function labelsOf({ before, after, values }: Claim): string[] {
  return [before, after, ...values].flatMap((side) => (side === null ? [] : [side.label]));
}

/** What is to be replayed, in the order of the claims, with word of how far it is to whoever wants to know. */
function* replaysOf(
  { claims: { claims }, model }: Understood,
  { seed, draws, onReplay }: Evaluation,
  replays: ReadonlyMap<string, Replayed>,
): Generator<{ readonly claim: Claim; readonly model: Model; readonly run: ReplayRun }> {
  if (model === null) return;
  for (const claim of claims) {
    onReplay?.(replays.size, claims.length, claim.quantity);
    yield { claim, model, run: { seed, draws, beside: claims } };
  }
  onReplay?.(replays.size, claims.length, '');
}

/** Why one claim's replay came out as it did; null for a claim that is not there or was not replayed. */
export function explain(asked: Evaluation, settings: Settings, id: string): Explanation | null {
  const play = playOfClaim(asked, settings, id);
  if (play === null) return null;
  return explainClaim(play, replayClaim(play.claim, play.model, play.settings, play.run));
}

/** One run of one claim, before and after, call by call; null as for `explain`. */
export function trace(asked: Evaluation, settings: Settings, id: string): readonly TraceEvent[] | null {
  const play = playOfClaim(asked, settings, id);
  return play === null ? null : traceClaim(play);
}

type Play = Parameters<typeof traceClaim>[0];

function playOfClaim(asked: Evaluation, settings: Settings, id: string): Play | null {
  const { claims, model } = understand(asked, settings);
  const claim = claims.claims.find((one) => one.id === id);
  if (claim === undefined || model === null) return null;
  const run = { seed: asked.seed, draws: asked.draws, beside: claims.claims };
  return { claim, model, settings: settings.replay, run };
}

const PROBE_WORDS = {
  hid: 'a keyboard or a mouse',
  storage: 'usb-storage alone',
  ethernet: 'the bulk URBs of an r8152 adapter',
  'gadget-ethernet': "a gadget's network link that receives",
  'gadget-storage': "a gadget's mass storage alone",
} as const satisfies Record<Probed['workload'], string>;

/** Whether a deadlock that the code shows would also show itself in a test, and in which. */
function probeHazards(model: Model, { seed }: Evaluation, settings: Settings): readonly Probe[] {
  return probeDeadlock(model, settings.replay, seed).map(({ workload, after }) => {
    return { workload: PROBE_WORDS[workload], deadlocks: after !== null };
  });
}
