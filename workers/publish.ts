import { mailparserMime } from '../src/adapters/mail/mime.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import type { StoredReport } from '../src/ports/evaluation-store.ts';
import type { Received } from '../src/ports/mail-store.ts';
import { NotUnderstood } from '../src/service/asked.ts';
import { type PlannedPosts, planMail } from '../src/service/plan-posts.ts';
import { planRequest } from '../src/service/plan-request.ts';
import { wishesIn } from '../src/service/repository-policy.ts';
import { policyOf } from '../src/service/service-settings.ts';
import { type ThreadMail, threadMail } from '../src/service/thread-mail.ts';
import type { Obeyed, Order } from './order.ts';
import type { OrderPorts } from './ports.ts';

/**
 * Says the verdict that stands to all, whatever it is, because those who decide for the list want it there. A list in
 * shadow gets a draft, and one that is muted nothing. @throws NotUnderstood where there is nothing to say
 */
export async function publish({ thread, list }: Order, ports: OrderPorts): Promise<Obeyed> {
  const { store, queue, clock } = ports;
  const stored = await store.latestReport(thread);
  if (stored === null) throw new NotUnderstood('it was not judged yet');
  const { posts, silences } = await planned({ ...stored, list }, await store.listDocuments(thread), ports);
  for (const post of posts) {
    await store.planAnswer(post, clock());
    await queue.add({ queue: 'reply', key: post.key });
  }
  return { did: 'done', says: posts.length > 0 ? [] : silences };
}

async function planned(
  stored: StoredReport,
  documents: readonly Received[],
  ports: OrderPorts,
): Promise<PlannedPosts> {
  const { service, clock } = ports;
  const listed = policyOf(service, stored.list);
  // Who decides for the list has decided: nobody has to release it, and it is not for the author alone.
  const policy = { ...listed, stage: listed.stage === 'shadow' ? listed.stage : ('list' as const) };
  const common = { evaluation: stored, report: stored.report, policy, isAskedFor: true };
  const [first] = documents;
  if (first !== undefined && first.topic !== null)
    return planRequest({
      ...{ ...common, topic: first.topic, own: wishesIn(first.bytes), url: service.identity.url },
    });
  return planMail({
    ...{ ...common, mails: await mailsIn(documents, ports), identity: service.identity },
    ...{ now: new Date(clock()).toISOString(), millisecondsOf: Date.parse },
  });
}

async function mailsIn(
  documents: readonly Received[],
  { settings }: OrderPorts,
): Promise<readonly ThreadMail[]> {
  const mails: ThreadMail[] = [];
  for (const { bytes } of documents) {
    const { value } = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
    mails.push(...value.map(threadMail));
  }
  return mails;
}
