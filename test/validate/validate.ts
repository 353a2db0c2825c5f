import { type ReplayRun, replayClaim } from '../../src/replay/replay-claim.ts';
import { readSettings } from '../../src/settings.ts';
import { foreseeUnmeasured } from './foresee.ts';
import { foreseeQueues } from './foresee-queue.ts';
import { foreseeSofs } from './foresee-sof.ts';
import { ROWS } from './rows.ts';
import { type Scored, score, scorePrediction, summarizeScores } from './score.ts';
import { lines, summaryLines } from './table.ts';

/** Prints how the model does on published measurements: `npm run validate`. Exits 1 when a HOLD row leaves its tolerance. */
const settings = readSettings();
const by = {
  marginPercent: settings.replay.limits.equivalencePercent,
  cvPercent: 1,
  discrepancySigma: settings.replay.limits.discrepancySigma,
};

const scores = ROWS.map((row): Scored => {
  if (row.foreseen !== undefined) {
    const { measuredPercent, deltaPercent } = row.foreseen;
    const predicted = deltaPercent(settings.replay, settings.seed);
    return scorePrediction(row, { predicted, measuredPercent }, by);
  }
  if (row.played === null) return score(row, null, by);
  const { claim, model, beside = [] } = row.played;
  const run: ReplayRun = { seed: settings.seed, draws: settings.draws, beside };
  return score(row, replayClaim(claim, model, settings.replay, run), by);
});
const foreseen = [foreseeUnmeasured, foreseeSofs, foreseeQueues].flatMap((foresee) =>
  foresee(settings.replay, settings.seed),
);
const summary = summarizeScores(scores);
process.stdout.write(
  `${[...lines(scores), '', ...foreseen.map(({ text }) => text), '', ...summaryLines(summary)].join('\n')}\n`,
);
const isSound =
  summary.insideHold.hits === summary.insideHold.of && foreseen.every(({ isInside }) => isInside);
process.exitCode = isSound ? 0 : 1;
