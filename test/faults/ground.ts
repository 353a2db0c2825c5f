import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { OutboxRow } from '../../src/ports/outbox-store.ts';
import { QUEUES } from '../../src/ports/queue.ts';
import type { Store } from '../../src/ports/store.ts';
import { hasRedis } from '../support/redis-binary.ts';
import { planned } from '../workers/planned-post.ts';
import { PAGES, WORKER } from './built.ts';
import { configure, IDENTITY, LIST } from './eager-settings.ts';
import { GithubGate } from './github-gate.ts';
import type { Facts } from './invariants.ts';
import { KeptProcess } from './kept-process.ts';
import { orphansOf } from './orphans.ts';
import { OwnRedis } from './own-redis.ts';
import { Pages } from './pages.ts';
import { NotRun } from './scenario.ts';
import { SmtpSink } from './smtp-sink.ts';
import { waitFor } from './wait.ts';

/** Every secret of the service holds it: it must be found nowhere. */
export const CANARY = 'canary-8c1f';

/** A mail says when it was planned, whenever it leaves. */
const PLANNED = 'Mon, 30 Nov 2026 12:00:00 +0000';
const QUIET_ASK_MS = 500;
/** Twice a lock and a look for stalled tasks, and what a busy machine takes. */
const IDLE_SECONDS = 30;
/** For processes that begin on a busy machine. */
const TAKEN_SECONDS = 240;
/** A kill takes nothing from the page cache: only the scenarios about disks need one. */
const SHORT_LIVED = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stands before the node that runs it: "strace …". */
  readonly before?: readonly string[];
  readonly socket?: string;
  readonly isKept?: boolean;
}

/** What one scenario stands on: a data directory, a store, a Redis, receivers, and processes. All of it is its own. */
export class Ground {
  readonly home = mkdtempSync(join(SHORT_LIVED, 'gbf-'));
  readonly data: string;
  readonly feed = join(this.home, 'feed');
  readonly smtp = new SmtpSink(this.feed);
  readonly github = new GithubGate();
  redis: OwnRedis;
  readonly processes: KeptProcess[] = [];
  readonly #keys: string[] = [];
  readonly #ending: (() => Promise<void> | void)[] = [];
  /** What was measured, for the one who reads the results. */
  readonly notes: string[] = [];
  /** Criteria that this machine, as it is now, leaves nothing to say about. */
  readonly unjudged: string[] = [];
  #env: Record<string, string | undefined> = {};
  #store: Store | null = null;
  #database: Parameters<typeof openStore>[0] = { file: '' };
  #pages: Pages | null = null;

  constructor() {
    this.data = join(this.home, 'data');
    this.redis = new OwnRedis(this.home);
  }

  get store(): Store {
    if (this.#store === null) throw new Error('the ground is not prepared');
    return this.#store;
  }

  get pages(): Pages {
    if (this.#pages === null) throw new Error('no pages were started');
    return this.#pages;
  }

  get keys(): readonly string[] {
    return this.#keys;
  }

  /** Everything but the processes. `database` is in the data directory unless a scenario has another one. */
  async prepare(databaseUrl: string | null = null): Promise<void> {
    if (!hasRedis) throw new NotRun('redis-server is not installed');
    mkdirSync(this.data, { recursive: true });
    await this.redis.start();
    await Promise.all([this.smtp.start(), this.github.start()]);
    this.#env = {
      ...{ PATH: process.env['PATH'], HOME: this.home, LC_ALL: 'C.UTF-8' },
      GIVEBACK_SMTP_URL: this.smtp.url.replace('//', `//bot:${CANARY}@`),
      ...{ GIVEBACK_GITHUB_API: this.github.url, GIVEBACK_GITHUB_TOKEN: CANARY },
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    };
    configure(this.data, this.feed);
    this.#database =
      databaseUrl === null ? { file: join(this.data, 'giveback.sqlite') } : { url: databaseUrl };
    await this.openStore();
  }

  async openStore(): Promise<void> {
    this.#store = await openStore(this.#database);
  }

  /** Lets go of the store, so that somebody else can put another in its place. */
  async closeStore(): Promise<void> {
    await this.#store?.close();
    this.#store = null;
  }

  /** Kills every process, for others to take their place. */
  async stopAll(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.end()));
  }

  /** Puts posts into the outbox, each of a thread of its own. */
  async plan(mails: number, comments: number): Promise<void> {
    for (let at = 0; at < Math.max(mails, comments); at++) {
      if (at < mails) await this.#planMail();
      if (at < comments) await this.#planComment();
    }
  }

  async #planMail(): Promise<void> {
    const key = `m-${this.#keys.length}`;
    const body = `From: bot <${IDENTITY.address}>\nMessage-ID: <${key}@bot.example>\nDate: ${PLANNED}\nSubject: Re: usb\n\n${key}\n`;
    this.#keys.push(key);
    // To nobody twice: an address that refuses a mail gets no other for days.
    const target = JSON.stringify([`${key}@bulk.example`]);
    await planned(this.store, { key, channel: 'mail', target, body, list: LIST });
  }

  async #planComment(): Promise<void> {
    const key = `c-${this.#keys.length}`;
    const body = `<!-- giveback:v1 key=${key} head=none digest=${key} -->\nhello\n`;
    const target = `owner/usb#${this.#keys.length + 1}@${'a'.repeat(40)}`;
    this.#keys.push(key);
    await planned(this.store, { key, channel: 'comment', target, body, list: LIST });
  }

  start(name: string, queues: readonly string[], options: ProcessOptions = {}): KeptProcess {
    return this.#run(name, [WORKER, ...queues.flatMap((queue) => ['--queue', queue])], options);
  }

  /** The process with the pages, once it says that it is ready. */
  async startPages(options: ProcessOptions = {}): Promise<Pages> {
    this.#pages = new Pages(this.#run('pages', [PAGES], options));
    return this.#pages.opened();
  }

  #run(name: string, script: readonly string[], options: ProcessOptions): KeptProcess {
    const { env = {}, before = [], socket = this.redis.socket, isKept = true } = options;
    const command = [...before, process.execPath, ...script, '--data', this.data, '--redis', socket];
    const kept = new KeptProcess({ name, command, env: { ...this.#env, ...env }, isKept });
    this.processes.push(kept);
    return kept;
  }

  /** Two that post, and one that follows the list and so sees our mails come back. */
  startAll(options: ProcessOptions = {}): readonly [KeptProcess, KeptProcess, KeptProcess] {
    return [
      this.start('w0', ['reply'], options),
      this.start('w1', ['reply'], options),
      this.start('in', ['ingest'], options),
    ];
  }

  get taken() {
    return [...this.smtp.taken, ...this.github.taken];
  }

  async untilTaken(share: number): Promise<void> {
    const isReached = () => this.taken.length >= share * this.#keys.length;
    await waitFor(`${share * 100} % of the posts`, TAKEN_SECONDS, isReached);
  }

  /** What each process has open while it works: those that have done something by now. */
  noteDescriptors(): void {
    for (const one of this.processes) if (/task done|"pages"/.test(one.log)) one.noteDescriptors();
  }

  async rows(): Promise<readonly OutboxRow[]> {
    const found = await Promise.all(this.#keys.map((key) => this.store.findPost(key)));
    return found.filter((row) => row !== null);
  }

  /**
   * Until every post is settled or waits for a person, or nothing has moved for so long: whatever is left then shows in
   * the facts. A busy machine may take its time as long as it goes on.
   */
  async quiet(stillSeconds = 150): Promise<void> {
    const left = async () =>
      (await this.rows()).filter(({ state }) => state !== 'settled' && state !== 'held').length;
    let before = await left();
    while (before > 0) {
      const isLess = async () => (await left()) < before;
      const isStill = await waitFor('one less', stillSeconds, isLess, QUIET_ASK_MS).then(
        () => false,
        () => true,
      );
      if (isStill) return;
      before = await left();
    }
  }

  async facts(): Promise<Facts> {
    const audit = await this.store.listAudit(100_000);
    const audited = audit
      .filter(({ what }) => what === 'sent')
      .map(({ subject, detail }) => ({ key: subject, sha256: detail.split(' ')[0] ?? '' }));
    const nowMs = Date.now();
    await waitFor('idle queues', IDLE_SECONDS, () => this.#active() === 0, QUIET_ASK_MS).catch(() => {});
    const activeTasks = this.#active();
    const lived = this.processes.map((one) => one.life());
    this.#pages?.close();
    await Promise.all(this.processes.map((one) => one.end()));
    const rows = await this.rows();
    return {
      ...{ planned: rows, taken: this.taken, audited, lived, nowMs, canary: CANARY },
      told: [...audit.map(({ detail }) => detail), ...rows.map(({ because }) => because ?? '')],
      notLive: this.#pages?.notLive ?? [],
      brokenAuditLine: await this.store.checkAudit(),
      activeTasks,
      orphans: orphansOf(this.home),
    };
  }

  #active(): number {
    const counts = QUEUES.map((name) => Number(this.redis.ask('llen', `giveback:${name}:active`)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Something the scenario brought along, to be taken away at its end. */
  atEnd(work: () => Promise<void> | void): void {
    this.#ending.push(work);
  }

  async end(): Promise<void> {
    this.#pages?.close();
    await Promise.all(this.processes.map((one) => one.end()));
    await this.#store?.close().catch(() => {});
    await this.redis.end();
    await Promise.all([this.smtp.stop(), this.github.stop()]);
    for (const work of this.#ending.toReversed()) await work();
    rmSync(this.home, { recursive: true, force: true });
  }
}
