import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import type { OutboxRow } from '../../src/ports/outbox-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { threadMail } from '../../src/service/thread-mail.ts';
import { readSettings } from '../../src/settings.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { claimOf, reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

const PATCH = `From: Ada <ada@x>
Message-ID: <patch@x>
Date: Mon, 4 Mar 2024 11:00:00 +0000
Subject: [PATCH] usb: faster

Reading goes from 10 MB/s to 12 MB/s.
giveback: help
`;

/** One of two services that follow the same list, each of which takes the other for somebody. */
class Bot {
  readonly store: Store;
  readonly address: string;
  nowMs = Date.parse('2024-03-04T12:00:00Z');

  constructor(store: Store, address: string) {
    this.store = store;
    this.address = address;
  }

  /** Whatever comes is judged to be against its author's own figures: the answer is as eager as it can be. */
  ports() {
    const { store, address } = this;
    const policy = { stage: 'list', address: 'usb@lists.example', embargoHours: 0 } as const;
    const given = portsOf({
      ...{ store, policy, clock: () => this.nowMs, provenSender: async () => 'ada@x' },
      evaluate: async ({ documents }) => {
        const letters = [];
        for (const bytes of documents) {
          const limits = readSettings().ingest;
          letters.push(...(await readLetters(bytes, { limits, mime: mailparserMime })).value);
        }
        const last = letters.at(-1);
        const where = { messageId: last?.messageId ?? null, line: 1, text: 'from 10 MB/s to 12 MB/s' };
        const author = { name: last?.from?.name ?? '', address: last?.from?.address ?? null };
        const series = { ...reportOf().series, author };
        const claims = [claimOf({ verdict: 'contradicted', where })];
        return {
          report: reportOf({ outcome: 'contradicted', series, claims }),
          mails: letters.map(threadMail),
        };
      },
    });
    return { ...given, service: { ...given.service, identity: { ...given.service.identity, address } } };
  }

  async receive(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const key = documentKey('usb', null, bytes);
    await this.store.receive({ key, list: 'usb', topic: null, bytes }, this.nowMs);
    await ensureFiled(key, this.ports());
  }

  /** Judges what is due, and gives the mails that would leave. */
  async mails(): Promise<readonly OutboxRow[]> {
    this.nowMs += 3_600_000;
    for (const { queue, key } of await this.store.listDue(this.nowMs))
      if (queue === 'evaluate') await ensureEvaluated(key, this.ports());
    const due = (await this.store.listDue(this.nowMs)).filter(({ queue }) => queue === 'reply');
    const rows = await Promise.all(due.map(({ key }) => this.store.findPost(key)));
    return rows.filter((row): row is OutboxRow => row !== null);
  }
}

describe.skipIf(!sqliteRuns)('two services on one list (T-M1, T-M2)', () => {
  let folder = '';
  let bots: readonly [Bot, Bot];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-loop-'));
    const open = (name: string) => openStore({ file: join(folder, name) });
    bots = [new Bot(await open('a'), 'bot@a.example'), new Bot(await open('b'), 'bot@b.example')];
  });
  afterEach(async () => {
    for (const { store } of bots) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('never answer each other', async () => {
    const [a, b] = bots;
    await a.receive(PATCH);
    const first = await a.mails();
    expect(first.length).toBeGreaterThan(0);
    // The other one sees the mails of the first before it has judged anything.
    for (const { body } of first) await b.receive(body);
    expect(await b.mails()).toEqual([]);
    expect((await b.store.listAudit(50)).filter(({ what }) => what === 'command')).toEqual([]);
  });

  it('take their own mails, by however many lists they come back, for no reason to do anything', async () => {
    const [a] = bots;
    await a.receive(PATCH);
    for (const row of await a.mails()) {
      const claimed = await a.store.claim(row, a.nowMs);
      const id = /^Message-ID: <(.+)>$/m.exec(row.body)?.[1] ?? '';
      if (claimed !== null) await a.store.markSent(claimed, id, a.nowMs);
      const rewritten = row.body.replace(/^From: .*$/m, 'From: bot via list <usb@lists.example>');
      for (const [index, body] of [row.body, row.body, rewritten].entries())
        await a.receive(`List-Id: <list-${index}.example>\n${body}`);
    }
    a.nowMs += 3_600_000;
    expect((await a.store.listDue(a.nowMs)).filter(({ queue }) => queue === 'evaluate')).toEqual([]);
  });
});
