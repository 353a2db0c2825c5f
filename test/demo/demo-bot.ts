import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import { composeText } from '../../src/reply/compose-text.ts';
import { threadKey } from '../../src/service/job-keys.ts';
import { SmtpSink } from '../faults/smtp-sink.ts';
import { root } from '../house/tree.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { freePort, hasImapServer, startImapServer } from '../support/imap-server.ts';
import { Inbox } from '../support/inbox.ts';
import { DescribedGithub, deliver } from './described-github.ts';
import { mailKey } from './signed-mail.ts';
import { show, step, until } from './transcript.ts';

// The whole service on one machine, with everything around it played by servers of our own: a list, a mail server, a
// mailbox, a DNS and a GitHub. It ends by itself; 0 says that all of it happened.

const LIST = 'linux-usb';
const REPOSITORY = 'owner/usb';
const HEAD = 'a'.repeat(40);
const SECRET = 'agreed with GitHub';
const AUTHOR = 'rolf@ring.example.org';
const THREAD = '20190204194012.88-1-rolf@ring.example.org';

const mailsOf = (slug: string) => splitMails(readFileSync(join(root, 'test/threads', slug, 'thread.mbox')));
const home = mkdtempSync(join(tmpdir(), 'giveback-demo-'));
const [data, feed] = [join(home, 'data'), join(home, 'sent')];
const CLI = ['--import', 'tsx', join(root, 'src/cli.ts')];

const inbox = new Inbox(join(home, 'list'));
const sink = new SmtpSink(feed);
const imap = hasImapServer ? await startImapServer() : null;
const key = mailKey('ring.example.org');
const dns = await startDnsServer(key.record);
const patches = mailsOf('xhci-flag-forgotten')
  .map((mail) => `From ${HEAD} Mon Sep 17 00:00:00 2001\n${mail}\n`)
  .join('');
const github = new DescribedGithub({
  ...{ head: HEAD, title: 'usb: xhci: do not drop the lock', body: 'Faster.', login: 'rolf', patches },
});
await sink.start();
const [webhookPort, webPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
const env = {
  ...{ PATH: process.env['PATH'], HOME: home, REDIS_URL: '', DATABASE_URL: '' },
  ...{ GIVEBACK_SMTP_URL: sink.url, GIVEBACK_DNS_SERVERS: dns.address },
  ...{ GIVEBACK_GITHUB_API: await github.start(), GIVEBACK_GITHUB_TOKEN: 'ghp_of_the_demo' },
  ...{ GIVEBACK_WEBHOOK_SECRET: SECRET, GIVEBACK_WEBHOOK_PORT: String(webhookPort) },
  GIVEBACK_IMAP_PASSWORD: imap?.password ?? '',
};

/** What a command prints. Not awaited in place: the servers it asks are of this very process. */
const giveback = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [...CLI, ...args], { env }).catch(outputOf)).stdout;

let service: ChildProcess | null = null;
try {
  await tell();
  process.stdout.write('\nAll of it happened.\n');
} catch (error) {
  process.stdout.write(`\nThe story broke off: ${error instanceof Error ? error.message : String(error)}\n`);
  show(readFileSync(join(home, 'log'), 'utf8').split('\n').slice(-20).join('\n'));
  process.exitCode = 1;
} finally {
  await end();
}

async function tell(): Promise<void> {
  writeFileSync(join(home, 'log'), '');
  step('giveback init: a configuration to begin with');
  const init = await giveback('init', data);
  show(init.replaceAll(home, ''));
  const token = /^ {2}([\w-]{32})$/m.exec(init)?.[1] ?? '';
  configure();
  step('giveback doctor: what the service stands on');
  show((await giveback('doctor', '--data', data)).replaceAll(home, ''), 40);
  service = serve();
  const store = await openStore({ file: join(data, 'giveback.sqlite') });
  const thread = threadKey(LIST, THREAD);
  const runs = async (of: string, count: number) => {
    const all = await store.listRuns(of);
    return all.length >= count ? all : null;
  };

  step('a thread arrives on the list, by its git archive');
  for (const mail of mailsOf('xhci-flag-forgotten')) inbox.add(0, mail.toString('latin1'));
  const [first] = await until('a verdict', () => runs(thread, 1));
  const stored = await store.findReport(first?.key ?? '');
  step('the verdict');
  show(
    stored === null ? '' : composeText(stored.report, { hasColour: false, hasBars: false, columns: 100 }),
    40,
  );

  step('the mail to the author, as the mail server took it');
  show(await until('a mail', () => sentMails()[0] ?? null), 40);

  step('a pull request is opened; GitHub tells of it');
  await until('the webhook', () => told('pull_request', { action: 'opened' }));
  const comment = await until('a comment', () => github.hub.comments[0]?.body ?? null);
  step('the check of the commit, and the comment');
  show(`${github.hub.checks[0]?.conclusion}: ${github.hub.checks[0]?.output.title}`);
  show(comment, 30);

  step(
    `a re-run by mail: ${AUTHOR} writes "giveback: rerun" ${imap === null ? 'to the list' : 'to the mailbox of the bot'}, signed`,
  );
  bring(await key.sign(commandMail()));
  await until('a second run', () => runs(thread, 2));
  show(`run 2 of the thread is done; ${sentMails().length} mail was sent in all: the finding is the same`);

  step('a re-run by a comment: "/giveback rerun"');
  const requestThread = threadKey(`github:${REPOSITORY}`, `${REPOSITORY}#7`);
  const asked = github.hub.say('rolf', '/giveback rerun');
  await told('issue_comment', commentEvent(asked.id));
  await until('a second run', () => runs(requestThread, 2));
  show(
    `run 2 of the request is done; the reaction is ${github.hub.reactions.join(', ')}; there is still 1 comment of ours`,
  );
  if (github.hub.comments.filter(({ user }) => user.login !== 'rolf').length !== 1)
    throw new Error('two comments');

  step('a re-run by hand: giveback rerun <Message-ID>');
  show(await giveback('rerun', THREAD, '--data', data));
  await until('a third run', () => runs(thread, 3));

  step('a re-run by the page, with the operator\u2019s token');
  const latest = (await store.listRuns(thread))[0]?.key ?? '';
  const answer = await fetch(`http://127.0.0.1:${webPort}/evaluations/${latest}/rerun`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
  });
  show(`${answer.status} ${await answer.text()}`);
  await until('a fourth run', () => runs(thread, 4));

  step('the pages, the counters, and the state');
  const page = await (await fetch(`http://127.0.0.1:${webPort}/?verdict=hazard`)).text();
  show(`the list has ${page.match(/class="subject"/g)?.length ?? 0} evaluations with a hazard`);
  const counters = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  show(
    counters
      .split('\n')
      .filter((line) => /^giveback_(?:reports|posts)_total\S+ [1-9]/.test(line))
      .join('\n'),
  );
  show(await giveback('status', '--data', data));

  step('what was sent');
  show(
    `${sentMails().length} mail, ${github.hub.checks.length} check, ${github.hub.comments.length - 1} comment`,
  );
  show(`${github.checked} requests to GitHub, ${github.violations.length} not as GitHub describes them`);
  if (github.violations.length > 0) throw new Error(github.violations.join('\n'));
  if (sentMails().length !== 1) throw new Error(`${sentMails().length} mails`);
  await store.close();
}

/** A command that found something wrong has printed it all the same. */
function outputOf(error: unknown): { readonly stdout: string } {
  if (typeof error === 'object' && error !== null && 'stdout' in error)
    return { stdout: String(error.stdout) };
  throw error;
}

function configure(): void {
  const limits = commented('service.json');
  // A demonstration has no twenty minutes to wait for the last patch of a series.
  const eager = { ...limits, quietPeriodMinutes: 0.02, pollSeconds: 0.5, reconcileSeconds: 0.5 };
  writeFileSync(join(data, 'service.json'), JSON.stringify(eager));
  writeFileSync(
    join(data, 'web.json'),
    JSON.stringify({ ...commented('web.json'), port: webPort, metricsPort }),
  );
  const identity = { name: 'giveback bot', address: 'bot@bot.example', domain: 'bot.example', url: null };
  const subscriptions = [
    { kind: 'public-inbox', url: inbox.url },
    { kind: 'maildir', path: feed },
    ...(imap === null ? [] : [{ kind: 'imap', url: `imap://${imap.user}@${imap.host}:${imap.port}` }]),
  ];
  const lists = {
    [LIST]: { stage: 'author-only', answerWithinDays: 36_500, subscriptions },
    [`github:${REPOSITORY}`]: { stage: 'list' },
  };
  writeFileSync(join(data, 'lists.json'), JSON.stringify({ identity, lists }));
}

function commented(name: string) {
  return JSON.parse(readFileSync(join(data, name), 'utf8').replaceAll(/^ *\/\/.*$/gm, ''));
}

function serve(): ChildProcess {
  const child = spawn(process.execPath, [...CLI, 'serve', '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  child.stderr?.on('data', (said: Buffer) => writeFileSync(join(home, 'log'), said, { flag: 'a' }));
  return child;
}

function sentMails(): readonly string[] {
  return ['new', 'cur'].flatMap((part) =>
    readdirSync(join(feed, part)).map((name) => readFileSync(join(feed, part, name), 'utf8')),
  );
}

async function told(event: string, payload: object): Promise<true | null> {
  const repository = { full_name: REPOSITORY };
  const request = { number: 7, user: { login: 'rolf' } };
  const whole = { repository, pull_request: request, ...payload };
  const status = await deliver(webhookPort, SECRET, event, whole).catch(() => 0);
  return status === 202 ? true : null;
}

function commentEvent(id: number): object {
  const user = { login: 'rolf', type: 'User' };
  const issue = { number: 7, user: { login: 'rolf' }, pull_request: {} };
  return { action: 'created', issue, comment: { id, body: '/giveback rerun', user } };
}

function commandMail(): string {
  return [
    `From: Rolf Ring <${AUTHOR}>`,
    'To: bot@bot.example',
    'Subject: Re: [PATCH] usb: xhci: do not drop the lock while giving back',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Message-ID: <demo-rerun@ring.example.org>',
    `In-Reply-To: <${THREAD}>`,
    `References: <${THREAD}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'giveback: rerun',
    '',
  ].join('\n');
}

/** To the mailbox of the bot where there is a server for it, else by the list. */
function bring(mail: string): void {
  if (imap === null) inbox.add(0, mail);
  else imap.deliver(mail);
}

async function end(): Promise<void> {
  if (service !== null && service.exitCode === null) {
    const exit = new Promise((resolve) => service?.once('exit', resolve));
    service.kill('SIGTERM');
    await exit;
  }
  await Promise.all([sink.stop(), dns.stop(), github.stop(), imap?.stop()]);
  rmSync(home, { recursive: true, force: true });
}
