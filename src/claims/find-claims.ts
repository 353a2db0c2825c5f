import type { Letter } from '../ingest/letter.ts';
import type { Problem, Read } from '../problem.ts';
import type { Series } from '../series/series.ts';
import { readAbsoluteGains } from './absolute-gains.ts';
import { readAlignedTables } from './aligned-tables.ts';
import { readBloatTotals } from './bloat-o-meter.ts';
import { bufferBytesIn } from './buffer-size.ts';
import { circumstancesReader } from './circumstances.ts';
import type { Claim, Claims } from './claim.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { copiedFromVersions } from './copied-versions.ts';
import { withoutCopies } from './copies.ts';
import { readDirection, readLetterDirection } from './direction.ts';
import type { Draft } from './draft.ts';
import { readInlineSides } from './inline-sides.ts';
import { isReadable } from './line-kind.ts';
import { readLineSamples } from './line-samples.ts';
import { readLkpTables } from './lkp-tables.ts';
import { mayClaim } from './may-claim.ts';
import { mentionedWorse } from './mentions.ts';
import { readNoChange } from './no-change.ts';
import { ownWords } from './own-words.ts';
import { pairSamples } from './pair-samples.ts';
import { type Passage, readPassages } from './passage.ts';
import { readPerfReports } from './perf-report.ts';
import { readPipeTables } from './pipe-tables.ts';
import { readPraise } from './praise.ts';
import { readProsePairs } from './prose-pairs.ts';
import { readProseRates } from './prose-rates.ts';
import { readQualitative } from './qualitative.ts';
import { findSeriesReadings } from './readings.ts';
import { readRunLists } from './run-lists.ts';
import type { Sample } from './sample.ts';
import { type Settled, settleDraft, type Unnumbered, withCircumstances } from './settle.ts';
import { readSideRows } from './side-rows.ts';
import { readSlashLists } from './slash-lists.ts';
import { readTable, type TableReading } from './table-claims.ts';
import { tieStatements } from './tie-statements.ts';
import { bitsOrBytes, videoRates } from './unit-readings.ts';
import { findUnknownUnits } from './unknown-units.ts';
import { type View, viewPassage } from './view.ts';
import { readWordedCounts } from './worded-counts.ts';

/**
 * Every claim that the letters of a series make, in order of appearance, with what reading alone shows of them.
 * Arithmetic is for later. A series without claims gives none; more than `limits.claimsMax` are counted in a problem.
 */
export function findClaims(series: Series, limits: ClaimLimits): Read<Claims> {
  const letters = series.letters.filter(({ subject, text }) => mayClaim(text) || mayClaim(subject));
  if (letters.length === 0)
    return { value: praiseOf(series, limits), problems: findUnknownUnits(series, limits) };
  const { passages, problems } = readPassages(series.letters, limits);
  const direction = readDirection(series);
  const views = passages.filter(isWorthReading).map((passage) => viewPassage(passage, direction));
  const read = views.map((view) => readViewClaims(view, limits));
  const { claims: distinct, repeats } = withoutCopies(read.flatMap((one) => one.value));
  const settled = tieStatements(views, distinct.slice(0, limits.claimsMax));
  const claims = numbered(settled, bufferBytesIn(views), limits);
  const praise = claims.length === 0 ? praiseOf(series, limits).claims : [];
  return {
    value: {
      claims: [...claims, ...praise],
      findings: [
        ...findSeriesReadings(views, claims),
        ...videoRates(views),
        ...bitsOrBytes(passages),
        ...copiedFromVersions(series.letters, repeats, claims),
      ],
      mentionedWorse: mentionedWorse(views, claims),
    },
    problems: [
      ...problems,
      ...read.flatMap((one) => one.problems),
      ...(claims.length === 0 ? findUnknownUnits(series, limits) : []),
      ...tooMany(distinct.length > settled.length ? distinct : settled, limits),
    ],
  };
}

/**
 * Whether a letter claims something in its sender's own words, quotes and diffs aside: what a scan asks of every letter
 * before it puts a series together.
 */
export function claimsItself(letter: Letter, limits: ClaimLimits): boolean {
  const text = ownWords(letter, limits);
  if (text === null) return false;
  const { passages } = readPassages([{ ...letter, text }], limits);
  const direction = readLetterDirection(letter);
  const views = passages
    .filter((passage) => passage.depth === 0 && isWorthReading(passage))
    .map((passage) => viewPassage(passage, direction));
  const read = views.flatMap((view) => readViewClaims(view, limits).value);
  return read.length > 0 || tieStatements(views, []).length > 0;
}

/** The claims of a series without figures: what it says in its own praise. */
function praiseOf(series: Series, limits: ClaimLimits): Claims {
  const praise = readPraise(series.letters, limits).slice(0, limits.claimsMax);
  return { claims: numbered(praise, null, limits), findings: [], mentionedWorse: [] };
}

/** Patches are mostly diff; a passage whose prose and tables hold no hint of a claim is not looked at again. */
function isWorthReading(passage: Passage): boolean {
  return passage.lines.some(
    (line) => isReadable(line.kind) && (line.text.includes('\u2502') || mayClaim(line.text)),
  );
}

/** Readers of special forms go first; a line whose figures one of them took is not read again by the next. */
function readViewClaims(view: View, limits: ClaimLimits): Read<readonly Settled[]> {
  const used = new Set(view.taken);
  const take = (drafts: readonly Draft[]): readonly Draft[] => {
    for (const draft of drafts) for (const side of draft.sides) used.add(side.line.number);
    return drafts;
  };
  const tables = readPipeTables(view, limits);
  const grids = [...tables.value, ...readAlignedTables(view, used, limits)].map((table) =>
    readTable(view, table),
  );
  const drafts = [
    ...readPerfReports(view),
    ...take(readLkpTables(view)),
    ...take(grids.flatMap((grid) => grid.drafts)),
    ...take(readProsePairs(view, used)),
    ...take(pairSamples(view, samplesOf(view, grids, used))),
    ...take(readInlineSides(view, used)),
    ...take(readSideRows(view, used)),
    ...take(readSlashLists(view, used)),
    ...take(readBloatTotals(view)),
    ...readWordedCounts(view),
    ...take(readProseRates(view, used)),
  ];
  const settled = [
    ...drafts.flatMap((draft) => settleDraft(draft, view.direction)),
    ...readQualitative(view),
    ...readNoChange(view),
    ...readAbsoluteGains(view, used),
  ];
  return {
    value: settled.toSorted((a, b) => a.claim.where.line - b.claim.where.line),
    problems: tables.problems,
  };
}

/** Figures whose configuration only the titles above them tell, in the order of the text. */
function samplesOf(view: View, grids: readonly TableReading[], used: ReadonlySet<number>): readonly Sample[] {
  const samples = [
    ...view.printed,
    ...grids.flatMap((grid) => grid.samples),
    ...readLineSamples(view, used),
    ...readRunLists(view, used),
  ];
  return samples.toSorted((a, b) => a.line.number - b.line.number);
}

function numbered(
  settled: readonly Settled[],
  bufferBytes: number | null,
  limits: ClaimLimits,
): readonly Claim[] {
  const inOrder = settled.toSorted(
    (a, b) => a.passage.letter - b.passage.letter || a.claim.where.line - b.claim.where.line,
  );
  const circumstancesOf = circumstancesReader();
  return inOrder.slice(0, limits.claimsMax).map((one, at) => {
    const claim = withCircumstances(one, circumstancesOf);
    const isCopying = claim.workload === 'memcpy';
    const conditions = isCopying ? { ...claim.conditions, bufferBytes } : claim.conditions;
    return inOrderOfFields(`c${at + 1}`, { ...claim, conditions });
  });
}

/** One order of fields for every claim, whatever reader made it: a person compares two reports line by line. */
function inOrderOfFields(id: string, claim: Unnumbered): Claim {
  const { metric, quantity, unit, baseUnit, better, workload, device, machine, before, after, ...rest } =
    claim;
  const { values, deltaPercent, stated, kind, where, group, conditions, findings } = rest;
  return {
    ...{ id, metric, quantity, unit, baseUnit, better, workload, device, machine, before, after },
    ...{ values, deltaPercent, stated, kind, where, group, conditions, findings },
  };
}

/** The place is that of the first claim that is left out. */
function tooMany(found: readonly Settled[], limits: ClaimLimits): readonly Problem[] {
  const where = found[limits.claimsMax]?.claim.where;
  if (!where) return [];
  const at = { messageId: where.messageId, line: where.line };
  return [{ code: 'too-many', what: 'claims', count: found.length, limit: limits.claimsMax, at }];
}
