import type { LetterFacts } from '../../src/ports/mail-store.ts';
import type { PlannedPost } from '../../src/ports/outbox-store.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Report } from '../../src/report.ts';
import { documentKey, evaluationKey } from '../../src/service/job-keys.ts';

interface Wanted {
  readonly list: string;
  readonly report: Report;
  readonly nowMs: number;
  /** Of a thread that is there already and has a run planned. */
  readonly thread?: string;
  readonly mail?: string;
  readonly posts?: (thread: string) => readonly PlannedPost[];
  readonly silences?: readonly string[];
}

let count = 0;

/** Puts a thread of one mail and its report into a store, as the workers do; gives the thread. */
export async function storeReport(store: Store, wanted: Wanted): Promise<string> {
  const { report, nowMs, posts = () => [], silences = [] } = wanted;
  const thread = wanted.thread ?? (await storeThread(store, wanted));
  for (let run = 1; ; run++) {
    const evaluation = await store.findEvaluation(evaluationKey(thread, run));
    if (evaluation === null) throw new Error('no run is planned');
    if (evaluation.state !== 'planned') continue;
    await store.settleEvaluation({ evaluation, report, posts: posts(thread), silences, nowMs });
    return thread;
  }
}

async function storeThread(store: Store, { list, report, nowMs, mail }: Wanted): Promise<string> {
  const bytes = Buffer.from(mail ?? `Subject: ${report.series.subject}\n\nmail ${++count}\n`);
  const key = documentKey(list, null, bytes);
  await store.receive({ key, list, topic: null, bytes }, nowMs);
  const messageId = `${++count}@bulk.example`;
  const letter: LetterFacts = {
    ...{ key: `${messageId}#${count}`, messageId, inReplyTo: null, references: [] },
    ...{ subject: report.series.subject, from: 'ada@bulk.example' },
  };
  const [thread = ''] = await store.fileLetters({
    documentKey: key,
    letters: [letter],
    nowMs,
    dueAtMs: nowMs,
  });
  return thread;
}
