import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueue, PREFIX } from '../../../src/adapters/queue/bull-queue.ts';
import { startWorker } from '../../../src/adapters/queue/bull-worker.ts';
import {
  keepPrivateRedis,
  type PrivateRedis,
  startPrivateRedis,
} from '../../../src/adapters/queue/private-redis.ts';
import { redisOptions } from '../../../src/adapters/queue/redis-place.ts';
import { Fault } from '../../../src/fault.ts';
import type { Queue, Task } from '../../../src/ports/queue.ts';
import { programOf } from '../../support/built.ts';
import { hasRedis, until } from '../../support/redis-binary.ts';

const RETRY = { attempts: 3, delayMs: 10 };

describe('a place of Redis', () => {
  it('takes what a URL says, and never waits for a silent peer', () => {
    const options = redisOptions({ url: 'rediss://ada:p%40ss@redis.example:7000/2' });
    expect(options).toMatchObject({ host: 'redis.example', port: 7000, db: 2, password: 'p@ss', tls: {} });
    expect(redisOptions({ socket: '/x' })['socketTimeout']).toBe(10_000);
  });
});

describe.skipIf(!hasRedis)('the queue (skipped where redis-server is not installed)', () => {
  let folder = '';
  let redis: PrivateRedis;
  let queue: Queue;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-'));
    redis = await startPrivateRedis(folder);
    queue = openQueue(redis);
  });
  afterAll(async () => {
    await queue.close();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const worker = (queueName: Task['queue'], work: (key: string) => Promise<void>) => {
    const dead: string[] = [];
    const onDead = async ({ key }: Task, because: string) => {
      dead.push(`${key}: ${because}`);
    };
    const task = { queue: queueName, concurrency: 4, lockMs: 5_000, retry: RETRY, work, onDead };
    return { ...startWorker(redis, task), dead };
  };

  it('does a task once however often it was added, whatever its key is called', async () => {
    const done: string[] = [];
    const keys = ['wait', 'active', '17', 'a:b', 'événements\0'];
    for (const key of [...keys, ...keys]) await queue.add({ queue: 'ingest', key });
    const running = worker('ingest', async (key) => {
      done.push(key);
    });
    await until('all done', () => done.length === keys.length);
    await running.close();
    expect(done.toSorted()).toEqual(keys.toSorted());
    expect((await queue.counts()).ingest).toEqual({ waiting: 0, active: 0, dead: 0 });
  });

  it('takes a task from a worker that died, though Redis says that its lock lasts for an hour', async () => {
    const hour = 3_600_000;
    const options = { connection: redisOptions(redis), prefix: PREFIX, lockDuration: hour, autorun: false };
    const dead = new Worker('reply', null, options);
    await queue.add({ queue: 'reply', key: 'held' });
    await dead.getNextJob('token');
    await (await dead.getBackend().client).set(dead.toKey('stalled-check'), '1', { PX: hour });
    await dead.close(true);
    const done: string[] = [];
    const task = {
      queue: 'reply',
      concurrency: 1,
      lockMs: 200,
      retry: RETRY,
      onDead: async () => {},
    } as const;
    const running = startWorker(redis, { ...task, work: async (key) => void done.push(key) });
    await until('it is done', () => done.length === 1);
    await running.close();
  });

  it('tries again what a fault stopped, and gives up with its reason', async () => {
    let tries = 0;
    await queue.add({ queue: 'evaluate', key: 'heals' });
    await queue.add({ queue: 'evaluate', key: 'fails' });
    const running = worker('evaluate', async (key) => {
      if (key === 'heals' && ++tries === 3) return;
      throw new Fault(`${key} is down`, 'later');
    });
    await until('one dead', () => running.dead.length === 1);
    await until('the other healed', () => tries === 3);
    await running.close();
    expect(running.dead).toEqual(['fails: fails is down']);
    expect((await queue.counts()).evaluate.dead).toBe(1);
  });

  it('gives up at once when trying again can not help, and drives it again on demand', async () => {
    const task = { queue: 'reply', key: 'refused' } as const;
    let tries = 0;
    await queue.add(task);
    const running = worker('reply', async () => {
      if (++tries === 1) throw new Fault('550 no such user', 'never');
    });
    await until('one dead', () => running.dead.length === 1);
    await queue.add(task);
    expect(tries).toBe(1);
    await queue.forget(task);
    await queue.add(task);
    await until('done', () => tries === 2);
    await running.close();
    expect(running.dead).toEqual(['refused: 550 no such user']);
  });

  it('finishes what is in hand before it closes', async () => {
    let isDone = false;
    let isTaken = false;
    await queue.add({ queue: 'ingest', key: 'slow' });
    const running = worker('ingest', async () => {
      isTaken = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
      isDone = true;
    });
    await until('taken', () => isTaken);
    await running.close();
    expect(isDone).toBe(true);
  });

  it('gives a task of a killed worker to another', async () => {
    const program = programOf('test/adapters/queue/hanging-worker.ts');
    const hanging = spawn(process.execPath, [program, redis.socket], { stdio: 'pipe' });
    await queue.add({ queue: 'ingest', key: 'left' });
    await new Promise((resolve) => hanging.stdout.once('data', resolve));
    hanging.kill('SIGKILL');
    const done: string[] = [];
    const running = worker('ingest', async (key) => {
      done.push(key);
    });
    await until('taken over', () => done.length === 1);
    await running.close();
  });

  it('joins the Redis that runs in the directory already', async () => {
    const second = await startPrivateRedis(folder);
    expect(second.socket).toBe(redis.socket);
    await second.stop();
    expect(await queue.counts()).toBeDefined();
  });

  it('takes its Redis along when it is killed, and finds its jobs again', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gb-'));
    const program = programOf('test/adapters/queue/redis-owner.ts');
    const owner = spawn(process.execPath, [program, home], { stdio: 'pipe' });
    await new Promise((resolve) => owner.stdout.once('data', resolve));
    owner.kill('SIGKILL');
    // The one of before may answer still, and goes a moment later.
    const again = await keepPrivateRedis(home);
    expect(await waitingIn(again)).toBe(1);
    await again.stop();
    rmSync(home, { recursive: true, force: true });
  });
});

async function waitingIn(redis: Pick<PrivateRedis, 'socket'>): Promise<number> {
  const queue = openQueue(redis);
  const { ingest } = await queue.counts();
  await queue.close();
  return ingest.waiting;
}

describe.skipIf(!hasRedis)('a private Redis that is kept', () => {
  it('is begun again when it was killed, with what it held', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gb-'));
    const redis = await keepPrivateRedis(home);
    const queue = openQueue(redis);
    await queue.add({ queue: 'ingest', key: 'kept' });
    expect(asked(redis.socket, 'config', 'set', 'appendfsync', 'always')).toBe('OK');
    await queue.add({ queue: 'ingest', key: 'kept too' });
    const pid = Number(/process_id:(\d+)/.exec(asked(redis.socket, 'info', 'server'))?.[1]);
    process.kill(pid, 'SIGKILL');
    await until('it is another one', () => {
      const now = /process_id:(\d+)/.exec(asked(redis.socket, 'info', 'server'))?.[1];
      return now !== undefined && Number(now) !== pid;
    });
    expect((await queue.counts()).ingest.waiting).toBe(2);
    await queue.close();
    await redis.stop();
    expect(asked(redis.socket, 'ping')).toBe('');
    rmSync(home, { recursive: true, force: true });
  });

  it('is not begun again for somebody who was asked to end meanwhile', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gb-'));
    const redis = await keepPrivateRedis(home);
    const pid = Number(/process_id:(\d+)/.exec(asked(redis.socket, 'info', 'server'))?.[1]);
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => asked(redis.socket, 'ping') === '');
    await redis.stop();
    await sleep(1_500);
    expect(asked(redis.socket, 'ping')).toBe('');
    rmSync(home, { recursive: true, force: true });
  });
});

function asked(socket: string, ...words: readonly string[]): string {
  return spawnSync('redis-cli', ['-s', socket, ...words], { encoding: 'utf8' }).stdout.trim();
}

describe('a private Redis', () => {
  it('says what to install where the program is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gb-'));
    const path = process.env['PATH'];
    process.env['PATH'] = '/bin-that-is-not';
    await expect(startPrivateRedis(folder)).rejects.toThrow(/apt-get install redis-server/);
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a directory whose socket would have too long a name', async () => {
    await expect(startPrivateRedis(join(tmpdir(), 'x'.repeat(120)))).rejects.toThrow(/shorter/);
  });
});
