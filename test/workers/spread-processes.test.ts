import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PrivateRedis, startPrivateRedis } from '../../src/adapters/queue/private-redis.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { root } from '../house/tree.ts';
import { WORKER } from '../support/built.ts';
import { hasRedis, until } from '../support/redis-binary.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

/** Five claims with four parts each: enough for two. */
const THREAD = join(root, 'test/threads/xhci-latencies/thread.mbox');
const SPREAD = {
  ...{ partsMin: 1, afterSeconds: 0, partsPerShare: 2, claimsAtOnce: 16 },
  lookSeconds: 0.1,
};
const HOUR_MS = 3_600_000;

describe.skipIf(!hasRedis || !sqliteRuns)(
  'the replays of one series (skipped where redis-server is not installed)',
  () => {
    let data = '';
    let redis: PrivateRedis;
    let store: Store;
    let log = '';
    let processes: ChildProcess[] = [];

    const configure = (takenSeconds: number) => {
      const limits = JSON.parse(readFileSync(join(root, 'config/service.json'), 'utf8'));
      const evaluation = { ...limits.evaluation, threads: 1 };
      const spread = { ...SPREAD, takenSeconds };
      const eager = { ...limits, evaluation, spread, reconcileSeconds: 0.2, lockSeconds: 2 };
      writeFileSync(join(data, 'service.json'), JSON.stringify(eager));
    };

    beforeEach(async () => {
      data = mkdtempSync(join(tmpdir(), 'gb-'));
      log = '';
      cpSync(join(root, 'config/lists.json'), join(data, 'lists.json'));
      configure(60);
      redis = await startPrivateRedis(data);
      store = await openStore({ file: join(data, 'giveback.sqlite') });
    });
    afterEach(async () => {
      for (const one of processes) one.kill('SIGKILL');
      processes = [];
      await store.close();
      await redis.stop();
      rmSync(data, { recursive: true, force: true });
    });

    const start = async () => {
      const args = ['--data', data, '--redis', redis.socket, '--queue', 'evaluate'];
      const one = spawn(process.execPath, [WORKER, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
      one.stderr?.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
      processes.push(one);
    };

    const receive = async () => {
      const bytes = readFileSync(THREAD);
      const key = documentKey('usb', null, bytes);
      await store.receive({ key, list: 'usb', topic: null, bytes }, Date.now());
      await ensureFiled(key, portsOf({ store, clock: () => Date.now() - HOUR_MS }));
    };

    const reported = async (): Promise<string> => {
      await until('it is evaluated', async () => (await store.listReports(2)).length > 0);
      const reports = await store.listReports(2);
      expect(reports).toHaveLength(1);
      return JSON.stringify(reports[0]?.report);
    };

    let alone = '';

    it('are played by one worker alone', async () => {
      await start();
      await receive();
      alone = await reported();
      expect(JSON.parse(alone).claims).toHaveLength(5);
      expect(log).not.toContain('share came back');
    });

    it('are shared by two, and the report has the same bytes', async () => {
      await Promise.all([start(), start()]);
      await receive();
      expect(await reported()).toBe(alone);
      expect(log).toContain('"share came back"');
    });

    it('are played by the other one when one of two is killed while it helps: the same bytes, and no orphan', async () => {
      configure(3);
      await Promise.all([start(), start()]);
      await receive();
      let helping = 0;
      await until('one of them helps', () => {
        helping = processesLike('share-child', processes).at(0) ?? 0;
        return helping > 0;
      });
      process.kill(parentOf(helping), 'SIGKILL');
      expect(await reported()).toBe(alone);
      await until(
        'nothing of it is left',
        () => processesLike('share-child', [{ pid: helping }]).length === 0,
      );
    });
  },
);

/** Processes with these words in their command line that are, or were started by, one of `ours`. */
function processesLike(words: string, ours: readonly { readonly pid?: number | undefined }[]): number[] {
  const pids = ours.map(({ pid }) => pid);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProc(pid, 'cmdline').includes(words))
    .filter((pid) => pids.includes(pid) || pids.includes(parentOf(pid)));
}

function parentOf(pid: number): number {
  return Number(readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[1] ?? 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
