import type { PlannedEvaluation, StoredReport } from '../../ports/evaluation-store.ts';
import { type Report, reportSchema } from '../../report.ts';
import { askedIn, askedText } from './evaluation-row.ts';
import { indexReport } from './report-index.ts';
import type { Change, Tables } from './schema.ts';

/** Keeps the report of a run, and what it is looked up by. */
export async function insertReport(
  within: Change,
  { key, thread, list, run, asked }: PlannedEvaluation,
  report: Report,
  nowMs: number,
): Promise<void> {
  await within
    .insertInto('report')
    .values({
      key,
      thread,
      list,
      run,
      outcome: report.outcome,
      json: JSON.stringify(report),
      asked: askedText(asked),
      at_ms: nowMs,
    })
    .execute();
  await indexReport(within, key, list, report);
}

/** A report as it lies in the store. */
export function storedOf({ json, at_ms: atMs, asked, ...row }: Tables['report']): StoredReport {
  const { key, thread, list, run } = row;
  return {
    key,
    thread,
    list,
    run,
    report: reportSchema.parse(JSON.parse(json)),
    asked: askedIn(asked),
    atMs,
  };
}
