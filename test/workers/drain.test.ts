import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivateRedis, startPrivateRedis } from '../../src/adapters/queue/private-redis.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { root } from '../house/tree.ts';
import { WORKER } from '../support/built.ts';
import { hasRedis, until } from '../support/redis-binary.ts';
import { sqliteRuns } from '../support/sqlite.ts';

const THREADS = 40;
const LETTERS = 5;

describe.skipIf(!hasRedis || !sqliteRuns)(
  'two processes on one store (skipped where redis-server is not installed)',
  () => {
    let data = '';
    let redis: PrivateRedis;
    let store: Store;
    const processes: ChildProcess[] = [];

    beforeAll(async () => {
      data = mkdtempSync(join(tmpdir(), 'gb-'));
      mkdirSync(data, { recursive: true });
      cpSync(join(root, 'config/lists.json'), join(data, 'lists.json'));
      const limits = JSON.parse(readFileSync(join(root, 'config/service.json'), 'utf8'));
      const eager = { ...limits, reconcileSeconds: 0.5, lockSeconds: 2 };
      writeFileSync(join(data, 'service.json'), JSON.stringify(eager));
      redis = await startPrivateRedis(data);
      store = await openStore({ file: join(data, 'giveback.sqlite') });
    });
    afterAll(async () => {
      for (const one of processes) one.kill('SIGKILL');
      await store.close();
      await redis.stop();
      rmSync(data, { recursive: true, force: true });
    });

    const start = () => {
      const args = ['--data', data, '--redis', redis.socket, '--queue', 'ingest'];
      const one = spawn(process.execPath, [WORKER, ...args], { stdio: 'ignore' });
      processes.push(one);
      return one;
    };

    const receive = async (thread: number, letter: number) => {
      const parent = letter === 0 ? '' : `In-Reply-To: <${thread}.${letter - 1}@x>\n`;
      const head = `From: a@x\nMessage-ID: <${thread}.${letter}@x>\n${parent}Subject: ${thread}\n`;
      const bytes = Buffer.from(`${head}\nhello\n`);
      const key = documentKey('usb', null, bytes);
      await store.receive({ key, list: 'usb', topic: null, bytes }, Date.now());
    };

    const filed = async () => (await store.countStates())['document filed'] ?? 0;

    it('file every letter once into its thread, also when one of them is killed', async () => {
      for (let letter = 0; letter < LETTERS; letter++)
        for (let thread = 0; thread < THREADS; thread++) await receive(thread, letter);
      const first = start();
      start();
      await until('some are filed', async () => (await filed()) > 10);
      first.kill('SIGKILL');
      await until('all are filed', async () => (await filed()) === THREADS * LETTERS);
      const threads = new Set<string | null>();
      for (let thread = 0; thread < THREADS; thread++)
        for (let letter = 0; letter < LETTERS; letter++)
          threads.add(await store.findThread(`${thread}.${letter}@x`));
      expect(threads.size).toBe(THREADS);
      expect(threads.has(null)).toBe(false);
      expect(await store.checkAudit()).toBeNull();
    });

    it('lose nothing when Redis loses everything', async () => {
      for (let thread = 0; thread < THREADS; thread++) await receive(1_000 + thread, 0);
      const flushed = spawnSync('redis-cli', ['-s', redis.socket, 'flushall'], { encoding: 'utf8' });
      expect(flushed.stdout.trim()).toBe('OK');
      await until('all are filed', async () => (await filed()) === THREADS * (LETTERS + 1));
    });
  },
);
