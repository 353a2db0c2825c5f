import { Github } from '../../src/adapters/forge/github.ts';
import { commentReceiver } from '../../src/adapters/forge/receivers.ts';
import { smtpReceiver } from '../../src/adapters/outbox/smtp.ts';
import type { PlannedPost } from '../../src/ports/outbox-store.ts';
import type { Receivers } from '../../src/ports/receiver.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureReply } from '../../workers/reply.ts';
import { reportOf } from '../support/reports.ts';
import { portsOf } from '../workers/ports-of.ts';

/** The two ways out, as the service has them. */
export function receiversAt(
  smtp: string,
  github: string,
  isSeen: (messageId: string) => Promise<boolean>,
): Receivers {
  const forge = new Github({ baseUrl: github, access: { token: 'x' }, requestMs: 10_000 });
  return {
    mail: smtpReceiver({ url: smtp, sender: 'bot@bot.example', visibilityMs: 2_000, isSeen }),
    comment: commentReceiver(forge, 1_000),
  };
}

/** A post of which everything derives from its name. */
export function postNamed(name: string, channel: 'mail' | 'comment'): PlannedPost {
  const isMail = channel === 'mail';
  const body = isMail
    ? `From: bot <bot@bot.example>\nMessage-ID: <${name}@bot.example>\nSubject: usb\n\nhello\n`
    : `<!-- giveback:v1 key=${name} head=none digest=${name} -->\nhello\n`;
  const target = isMail ? '["ada@bulk.example"]' : `owner/usb#1@${'a'.repeat(40)}`;
  return { key: name, channel, target, list: 'usb', thread: name, body, state: 'planned', because: null };
}

/** A thread that is due to be evaluated. */
export async function fileThread(store: Store, name: string): Promise<void> {
  const bytes = Buffer.from(name);
  const key = documentKey('usb', null, bytes);
  await store.receive({ key, list: 'usb', topic: null, bytes }, 1);
  const ids = { key: `${name}#0`, messageId: `${name}@x`, inReplyTo: null, references: [] };
  const letter = { ...ids, subject: 'usb', from: null };
  await store.fileLetters({ documentKey: key, letters: [letter], nowMs: 1, dueAtMs: 1 });
}

/** From the verdict to the post: the evaluation that is due is settled with it, and the post is sent. */
export async function settleAndReply(
  store: Store,
  receivers: Receivers,
  post: PlannedPost,
  clock: () => number,
): Promise<void> {
  const [due] = (await store.listDue(clock())).filter(({ queue }) => queue === 'evaluate');
  const evaluation = due === undefined ? null : await store.findEvaluation(due.key);
  const outcome = { report: reportOf(), posts: [post], silences: [], nowMs: clock() };
  if (evaluation !== null) await store.settleEvaluation({ evaluation, ...outcome });
  await ensureReply(post.key, portsOf({ store, receivers, clock, policy: { stage: 'list' } }));
}
