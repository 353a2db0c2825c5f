import type { PlannedPost } from '../../src/ports/outbox-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey, evaluationKey } from '../../src/service/job-keys.ts';
import { reportOf } from '../support/reports.ts';

let count = 0;

/** A thread with a report and one planned post of it; gives the key of the post. */
export async function planned(store: Store, over: Partial<PlannedPost> = {}): Promise<string> {
  count += 1;
  const bytes = Buffer.from(`mail ${count}`);
  const documentName = documentKey('usb', null, bytes);
  await store.receive({ key: documentName, list: 'usb', topic: null, bytes }, 1);
  const letter = {
    ...{ key: `${count}@x#0`, messageId: `${count}@x`, inReplyTo: null },
    ...{ references: [], subject: 'usb', from: null },
  };
  const filed = { documentKey: documentName, letters: [letter], nowMs: 1, dueAtMs: 1 };
  const [thread = ''] = await store.fileLetters(filed);
  const evaluation = await store.findEvaluation(evaluationKey(thread, 1));
  if (evaluation === null) throw new Error('the thread has no evaluation');
  const post: PlannedPost = {
    ...{ key: `p-${count}`, channel: 'directory', target: 'x.eml', list: 'usb', thread },
    ...{ body: 'From: x\n\nhello\n', state: 'planned', because: null },
    ...over,
  };
  await store.settleEvaluation({ evaluation, report: reportOf(), posts: [post], silences: [], nowMs: 2 });
  return post.key;
}
