import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateRedis } from '../../src/adapters/queue/private-redis.ts';
import { openDatabase } from '../../src/adapters/store/open-database.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Received } from '../../src/ports/mail-store.ts';
import type { AuditLine, Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { root } from '../house/tree.ts';
import { programOf, WORKER } from '../support/built.ts';
import { until } from '../support/redis-binary.ts';

const EVALUATOR = programOf('test/workers/draining-worker.ts');
/** What is old and claims nothing is not evaluated. */
const TODAY = new Date().toUTCString();
const AUDIT_LINES_EACH = 10;

/** What is left of threads that were filed and evaluated. */
export interface Drained {
  /** The rows of the reports by their keys, but for the times. */
  readonly reports: readonly Readonly<Record<string, unknown>>[];
  /** The keys of the evaluations that the audit log tells of, in order. */
  readonly evaluated: readonly string[];
  /** How many tasks each worker has brought to an end. */
  readonly byWorker: readonly number[];
  readonly gaveUp: number;
  /** The first line of the audit log that does not follow from the one before. */
  readonly brokenAt: number | null;
}

/** Queues so many threads on a Redis and a store of their own; so many processes file them and then evaluate them. */
export async function drained(threads: number, workers: number): Promise<Drained> {
  const home = mkdtempSync(join(tmpdir(), 'gb-'));
  configure(home);
  const redis = await startPrivateRedis(home);
  const store = await openStore({ file: fileIn(home) });
  const processes: Process[] = [];
  try {
    await store.receiveAll(documentsOf(threads), Date.now());
    const state = async (name: string) => (await store.countStates())[name] ?? 0;
    const begin = (...args: readonly string[]) => {
      const begun = Array.from({ length: workers }, () => new Process(args));
      processes.push(...begun);
      return begun;
    };
    const filing = begin(WORKER, '--data', home, '--redis', redis.socket, '--queue', 'ingest');
    await until('all are filed', async () => (await state('document filed')) === 2 * threads);
    for (const one of filing) await one.end();
    const evaluating = begin(EVALUATOR, fileIn(home), redis.socket);
    await until('all are evaluated', async () => (await state('evaluation done')) >= threads);
    const byWorker: number[] = [];
    for (const one of evaluating) byWorker.push((await one.end()).length);
    return { ...(await leftIn(store, home, threads)), byWorker };
  } finally {
    for (const one of processes) one.kill();
    await store.close();
    await redis.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const fileIn = (home: string): string => join(home, 'giveback.sqlite');

function configure(home: string): void {
  cpSync(join(root, 'config/lists.json'), join(home, 'lists.json'));
  const limits = JSON.parse(readFileSync(join(root, 'config/service.json'), 'utf8'));
  const eager = { ...limits, quietPeriodMinutes: 0, reconcileSeconds: 0.5 };
  writeFileSync(join(home, 'service.json'), JSON.stringify(eager));
}

async function leftIn(store: Store, home: string, threads: number): Promise<Omit<Drained, 'byWorker'>> {
  const { tables } = await openDatabase({ file: fileIn(home) }, () => {});
  const reports = await tables
    .selectFrom('report')
    .select(['key', 'thread', 'list', 'run', 'outcome', 'json', 'asked'])
    .orderBy('key')
    .execute();
  await tables.destroy();
  const audit = await store.listAudit(threads * AUDIT_LINES_EACH);
  const isEvaluated = ({ what }: AuditLine) => what === 'evaluated';
  return {
    reports,
    evaluated: audit
      .filter(isEvaluated)
      .map(({ subject }) => subject)
      .toSorted(),
    gaveUp: (await store.listDead()).length,
    brokenAt: await store.checkAudit(),
  };
}

/** One process, and the lines it says. */
class Process {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  #said = '';

  constructor(args: readonly string[]) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (piece: Buffer) => {
      this.#said += piece.toString();
    });
    this.#exit = new Promise((resolve) => child.once('close', resolve));
    this.#child = child;
  }

  async end(): Promise<readonly string[]> {
    this.#child.kill('SIGTERM');
    await this.#exit;
    return this.#said.split('\n').filter((line) => line !== '');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function documentsOf(threads: number): readonly Received[] {
  const mails = Array.from({ length: threads }, (_, thread) => [patchOf(thread), answerTo(thread)]).flat();
  return mails.map((mail) => {
    const bytes = Buffer.from(mail);
    return { key: documentKey('usb', null, bytes), list: 'usb', topic: null, bytes };
  });
}

/** Every fifth claims something of a driver that is not modelled. */
function patchOf(thread: number): string {
  const claim = `Throughput rises from ${10 + (thread % 7)}.5 MB/s to 19.5 MB/s.\n\n`;
  return `From: Ada Bulk <ada@bulk.example>
Message-ID: <${thread}@lists.example>
Date: ${TODAY}
Subject: [PATCH] usb: part ${thread} is set up once

The part is set up at the first transfer.

${thread % 5 === 0 ? claim : ''}Signed-off-by: Ada Bulk <ada@bulk.example>
---
 drivers/usb/misc/part.c | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/drivers/usb/misc/part.c b/drivers/usb/misc/part.c
--- a/drivers/usb/misc/part.c
+++ b/drivers/usb/misc/part.c
@@ -1,3 +1,3 @@
 int part;
-int once = ${thread};
+int once = ${thread + 1};
 int other;
`;
}

function answerTo(thread: number): string {
  return `From: Bob Pipe <bob@pipe.example>
Message-ID: <re.${thread}@lists.example>
In-Reply-To: <${thread}@lists.example>
References: <${thread}@lists.example>
Date: ${TODAY}
Subject: Re: [PATCH] usb: part ${thread} is set up once

Reviewed-by: Bob Pipe <bob@pipe.example>
`;
}
