import { z } from 'zod';
import type { ClaimLimits } from '../claims/claim-limits.ts';
import type { IngestLimits } from '../ingest/limits.ts';
import type { ReplayLimits } from '../replay/replay-limits.ts';
import type { SeriesLimits } from '../series/series-limits.ts';
import type { VerdictSettings } from '../verdict/verdict.ts';
import { count, era, positive } from './shapes.ts';

const ingest = z.strictObject({
  documentBytesMax: count,
  inflatedBytesMax: count,
  letterBytesMax: count,
  lineCharactersMax: count,
  headerBytesMax: count,
  headerFieldsMax: count,
  addressesMax: count,
  referencesMax: count,
  lettersMax: count,
  filesMax: count,
  mimeDepthMax: count,
  mimePartsMax: count,
  dateAheadDaysMax: count,
}) satisfies z.ZodType<IngestLimits>;

const series = z.strictObject({
  unthreadedSecondsMax: count,
  patchesMax: count,
  missingSaidMax: count,
  trailerCharactersMax: count,
}) satisfies z.ZodType<SeriesLimits>;

const claims = z.strictObject({
  lineCharactersMax: count,
  letterLinesMax: count,
  numberLinesMax: count,
  numberCharactersMax: count,
  tableRowsMax: count,
  tableColumnsMax: count,
  claimsMax: count,
}) satisfies z.ZodType<ClaimLimits>;

const replay = z.strictObject({
  selfCheckPercent: positive,
  calibrationPercent: positive,
  calibrationRunsMost: count,
  fittedWithinFactor: positive,
  matchedLeastPercent: positive,
  equivalencePercent: positive,
  discrepancySigma: positive,
  cubesMost: count,
  drawsPerPart: count,
  trajectories: count,
  sobolBase: count,
  sobolParametersMost: count,
  sobolBaseOfRuns: count,
  clockWithinFactor: positive,
  longerRunFactor: count,
  eraUnsaid: era,
  frameBytesUnsaid: count,
  commandsPerRun: count,
  queuedCommandsPerRun: count,
  urbsPerRun: count,
  picturesPerRun: count,
  networkFramesPerRun: count,
  windowNsMost: count,
  frameBytesLeast: count,
  frameBytesMost: count,
  bufferBytesMost: count,
  timelineSpanNs: count,
  timelineLongestTimes: count,
  timelineWindowsMost: count,
  probeNs: count,
}) satisfies z.ZodType<ReplayLimits>;

const verdict = z.strictObject({
  marginPercentMin: positive,
  beyondPercent: positive,
  otherLinkFactor: positive,
  saturatedPercent: positive,
  aboutPercent: positive,
  nearlyPercent: positive,
  plainMismatchPercent: positive,
  productFactorMin: positive,
  productSigmasMin: positive,
  blockTolerancePercent: positive,
  outstandingFactorMin: positive,
  equivalentPercent: positive,
  worsePercentMin: positive,
  worsePercentWarning: positive,
  storageCommand: z.strictObject({
    urbs: count,
    switchesPerInterrupt: count,
    transferBytes: z.array(count),
    closesWithinFactor: positive,
  }),
}) satisfies z.ZodType<Omit<VerdictSettings, 'noise' | 'limits'>>;

/** config/default.json: a section for each stage that has limits. */
export const defaultsFile = z.strictObject({
  evaluation: z.strictObject({ seed: z.int().nonnegative(), draws: count, threadsAfterMs: count }),
  ingest,
  series,
  claims,
  replay,
  verdict,
});
