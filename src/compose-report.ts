import type { Claim } from './claims/claim.ts';
import { describeProblem } from './describe-problem.ts';
import type { Evaluated } from './evaluation.ts';
import type { Model } from './model/hcd.ts';
import type { Problem } from './problem.ts';
import type { Replay } from './replay/replay.ts';
import type { Report, ReportClaim } from './report.ts';
import type { Series } from './series/series.ts';
import type { Audited } from './verdict/verdict.ts';

/** Raised when the same letters and seed would give another report. It is part of `reproduce`. */
export const MODEL_VERSION = '1';

/** The contract's object. What only the stages need of their products stays inside. */
export function composeReport(evaluated: Evaluated, configSha256: string): Report {
  const { asked, understood, judgement } = evaluated;
  const { series, claims, audited, model, problems } = understood;
  return {
    schema: 'giveback.report/1',
    tool: { name: 'giveback', version: asked.toolVersion },
    input: asked.input,
    series: reportSeries(series, asked.letters[0]?.subject ?? ''),
    model: reportModel(model),
    claims: claims.claims.map((claim) => judgedClaim(claim, evaluated)),
    findings: reportFindings(audited),
    problems: reportProblems(problems),
    outcome: judgement.outcome,
    summary: judgement.summary,
    reproduce: { command: asked.command, seed: asked.seed, configSha256, modelVersion: MODEL_VERSION },
  };
}

/** The series as the contract shows it; a thread without one gives an empty series under the letter's subject. */
export function reportSeries(series: Series | null, subject: string): Report['series'] {
  if (series === null) return { ...NO_SERIES, subject };
  return {
    subject: series.subject,
    version: series.version,
    total: series.total,
    rfc: series.rfc,
    resend: series.resend,
    submission: series.submission,
    author: series.author,
    date: series.date,
    baseCommit: series.baseCommit,
    changeId: series.changeId,
    coverLetter: series.coverLetter,
    complete: series.complete,
    missing: [...series.missing],
    patches: series.patches.map(reportPatch),
    trailers: series.trailers.map(({ key, value, messageId }) => ({ key, value, messageId })),
    versions: series.versions.map(({ version, messageId }) => ({ version, messageId })),
    replies: series.replies,
  };
}

const NO_SERIES: Report['series'] = {
  subject: '',
  version: 1,
  total: 0,
  rfc: false,
  resend: false,
  submission: false,
  author: null,
  date: null,
  baseCommit: null,
  changeId: null,
  coverLetter: false,
  complete: false,
  missing: [],
  patches: [],
  trailers: [],
  versions: [],
  replies: 0,
};

function reportPatch({ index, subject, messageId, from, files, patchId }: Series['patches'][number]) {
  const shown = files.map(({ path, oldPath, added, removed }) => ({ path, oldPath, added, removed }));
  return { index, subject, messageId, from, files: shown, patchId };
}

/** A copy, so that nobody changes the model through the report. */
export function reportModel(model: Model | null): Report['model'] {
  return model === null ? null : structuredClone(model as Report['model']);
}

export type AuditedReportClaim = Omit<ReportClaim, 'replay' | 'verdict' | 'because' | 'settle'>;

/** A claim and the arithmetic on its figures, before anything is simulated. */
export function auditedClaim(claim: Claim, audited: Audited): AuditedReportClaim {
  const { group: _group, conditions: _conditions, ...said } = claim;
  const audit = audited.byClaim.get(claim.id);
  if (audit === undefined) throw new Error(`claim ${claim.id} was not audited`);
  return {
    ...said,
    values: said.values.map((side) => ({ ...side })),
    limits: [...audit.limits],
    findings: audit.findings.map((finding) => ({ ...finding })),
  };
}

function judgedClaim(claim: Claim, { understood, replays, judgement }: Evaluated): ReportClaim {
  const judged = judgement.byClaim.get(claim.id);
  const replayed = replays.get(claim.id);
  if (judged === undefined) throw new Error(`claim ${claim.id} was not judged`);
  return {
    ...auditedClaim(claim, understood.audited),
    replay: replayed?.did === 'replayed' ? reportReplay(replayed.replay) : null,
    verdict: judged.verdict,
    because: judged.because,
    settle: judged.settle === null ? null : { ...judged.settle },
  };
}

/** A copy, so that nobody changes the replay through the report. */
function reportReplay(replay: Replay): NonNullable<ReportClaim['replay']> {
  return structuredClone(replay as NonNullable<ReportClaim['replay']>);
}

export function reportFindings({ findings }: Audited): Report['findings'] {
  return findings.map((finding) => ({ ...finding, claims: [...finding.claims] }));
}

/** Every problem once, in the order they were met. */
export function reportProblems(problems: readonly Problem[]): Report['problems'] {
  const all = problems.map((problem) => ({
    code: problem.code,
    text: describeProblem(problem),
    messageId: problem.at.messageId,
    line: problem.at.line,
  }));
  return [...new Map(all.map((problem) => [`${problem.code} ${problem.text}`, problem])).values()];
}
