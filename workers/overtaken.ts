import type { OutboxRow } from '../src/ports/outbox-store.ts';
import type { Report } from '../src/report.ts';
import { postKey } from '../src/service/job-keys.ts';
import { isOvertaken } from '../src/service/overtaken.ts';
import type { WorkerPorts } from './ports.ts';

/** Whether a newer version of the series is among the mails that came, in whatever order they did. */
export async function isReportOvertaken(
  { series }: Pick<Report, 'series'>,
  { store }: Pick<WorkerPorts, 'store'>,
): Promise<boolean> {
  const address = series.author?.address ?? null;
  if (address === null || series.subject === '') return false;
  return isOvertaken(series, await store.listSubjects(address, series.subject));
}

/** The same of a post that waited: an answer to somebody who asked is no verdict, and leaves. */
export async function isPostOvertaken(
  { key, channel, target, thread }: OutboxRow,
  ports: Pick<WorkerPorts, 'store'>,
): Promise<boolean> {
  const stored = channel === 'mail' ? await ports.store.latestReport(thread) : null;
  if (stored === null) return false;
  const { report } = stored;
  const isVerdict =
    key === postKey({ channel, target, thread, version: report.series.version, kind: 'verdict' });
  return isVerdict && (await isReportOvertaken(report, ports));
}
