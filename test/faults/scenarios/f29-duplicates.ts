import { join } from 'node:path';
import { Github } from '../../../src/adapters/forge/github.ts';
import { OVERTAKEN } from '../../../src/service/overtaken.ts';
import { ensureHandled } from '../../../workers/forge.ts';
import { ensureReply } from '../../../workers/reply.ts';
import { GithubServer } from '../../support/github-server.ts';
import { fileSink, postsIn } from '../../workers/file-sink.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { mailsOf, ThreadInbox } from '../thread-inbox.ts';

const THREADS = ['xhci-hcd-bh', 'xhci-flag-forgotten', 'ax-above-wire-limit'];
/** Its figure is beyond a limit: its author is written to. */
const SAID = 'ax-above-wire-limit';
const EMBARGO_HOURS = 48;

export const duplicates: Scenario = {
  id: 'F29',
  fault: 'every mail comes three times and in any order, a newer version first, deliveries too',
  async run(ground) {
    return [
      ...(await anyOrder(ground)),
      ...(await newerFirst(ground)),
      ...(await newerMeanwhile(ground)),
      ...(await deliveries(ground)),
    ];
  },
};

async function anyOrder(ground: Ground): Promise<readonly string[]> {
  const mails = THREADS.flatMap(mailsOf);
  const ordered = await reportsOf(ground, 'ordered', mails);
  const shuffled = await reportsOf(ground, 'shuffled', turned([...mails, ...mails, ...mails]));
  const isSame = ordered.length === THREADS.length && ordered.join('\n') === shuffled.join('\n');
  return isSame ? [] : [`${ordered.length} reports in order, ${shuffled.length} out of it, or others`];
}

/** Every seventh of them, then every seventh of the rest: each far from where it was, the last first. */
function turned(mails: readonly Buffer[]): readonly Buffer[] {
  const order = mails.map((mail, at) => ({ mail, place: (at * 7) % mails.length, at }));
  return order.toSorted((a, b) => b.place - a.place || b.at - a.at).map(({ mail }) => mail);
}

/** Every report of the store, without what says how the documents lay there. */
async function reportsOf(ground: Ground, name: string, mails: readonly Buffer[]): Promise<readonly string[]> {
  const inbox = await opened(ground, name);
  await inbox.take(mails);
  await inbox.judge();
  const stored = await inbox.store.listReports(100);
  return stored
    .map(({ report: { input, reproduce, ...said } }) => {
      return JSON.stringify({ said, messageId: input.kind, seed: reproduce.seed });
    })
    .toSorted();
}

async function opened(ground: Ground, name: string): Promise<ThreadInbox> {
  const inbox = await ThreadInbox.open(join(ground.home, `${name}.sqlite`), Date.UTC(2019, 6, 10));
  ground.atEnd(() => inbox.store.close());
  return inbox;
}

/** The same series by the same author as a version that it says it is, in a thread of its own. */
function asVersion(mail: Buffer, version: number): Buffer {
  const text = mail.toString('latin1');
  const renamed = text.replace(/\[PATCH(?: v\d+)? /, `[PATCH v${version} `);
  return Buffer.from(renamed.replace(/Message-ID: </, `Message-ID: <v${version}.`), 'latin1');
}

/** An older version that comes late is judged, and its author is not written to. */
async function newerFirst(ground: Ground): Promise<readonly string[]> {
  const [mail = Buffer.alloc(0)] = mailsOf(SAID);
  const inbox = await opened(ground, 'late');
  for (const version of [2, 1]) {
    await inbox.take([asVersion(mail, version)]);
    await inbox.judge();
  }
  const posts = await duePosts(inbox);
  const versions = (await inbox.store.listReports(10)).map(({ report }) => report.series.version);
  const older = (await inbox.store.listReports(10)).find(({ report }) => report.series.version === 1);
  const silences = await inbox.store.listSilences(older?.thread ?? '');
  const isRight = posts.length === 1 && versions.toSorted().join() === '1,2' && silences.includes(OVERTAKEN);
  return isRight ? [] : [`an older version that came late: ${posts.length} mails, ${silences.join('; ')}`];
}

/** A mail about a version waits for its embargo, and the next version comes before that is over. */
async function newerMeanwhile(ground: Ground): Promise<readonly string[]> {
  const [mail = Buffer.alloc(0)] = mailsOf(SAID);
  const inbox = await opened(ground, 'meanwhile');
  await inbox.take([asVersion(mail, 1)]);
  await inbox.judge();
  const [first, ...others] = await duePosts(inbox);
  if (first === undefined || others.length > 0) return ['the first version got no mail, or more than one'];
  await inbox.take([asVersion(mail, 2)]);
  inbox.wait(EMBARGO_HOURS);
  const file = join(ground.home, 'meanwhile.posts');
  await ensureReply(first, { ...inbox.ports, receivers: { mail: fileSink(file) } });
  const row = await inbox.store.findPost(first);
  const isRight = row?.state === 'dropped' && row.because === OVERTAKEN && postsIn(file).length === 0;
  return isRight ? [] : [`a version that was overtaken meanwhile: ${row?.state} (${row?.because})`];
}

/** Posts that wait, by what is due when every embargo is over. */
async function duePosts({ store, nowMs }: ThreadInbox): Promise<readonly string[]> {
  const due = await store.listDue(nowMs + EMBARGO_HOURS * 3_600_000);
  return due.filter(({ queue }) => queue === 'reply').map(({ key }) => key);
}

/** Deliveries of an older head come after those of the newer one, and each of them twice. */
async function deliveries(ground: Ground): Promise<readonly string[]> {
  const [mail = Buffer.alloc(0)] = mailsOf(SAID);
  const patches = mail.toString('utf8');
  const github = new GithubServer({ head: 'b'.repeat(40), title: 'usb', body: '', login: 'ada', patches });
  const baseUrl = await github.start();
  ground.atEnd(() => github.stop());
  const forge = new Github({ baseUrl, access: { token: 'x' }, requestMs: 10_000 });
  const inbox = await opened(ground, 'deliveries');
  const event = { kind: 'request', repository: 'owner/usb', number: 7 } as const;
  const { service } = inbox.ports;
  const lists = Object.fromEntries(
    Object.values(service.lists).map((policy) => ['github:owner/usb', policy] as const),
  );
  const ports = { ...inbox.ports, service: { ...service, lists } };
  for (let times = 0; times < 4; times++) await ensureHandled(event, forge, ports);
  const states = await inbox.store.countStates();
  const count = states['document received'] ?? 0;
  return count === 1 ? [] : [`four deliveries of one head are ${count} documents`];
}
