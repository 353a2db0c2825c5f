import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GateMode } from './github-gate.ts';
import { emptyDisk, fillDisk } from './small-disk.ts';
import type { SmtpMode } from './smtp-sink.ts';
import type { SoakGround } from './soak-ground.ts';
import { sleep } from './wait.ts';

/** One kind of fault, from its beginning to its end. */
export interface SoakFault {
  readonly name: string;
  inject(stage: SoakGround, pick: <Thing>(things: readonly Thing[]) => Thing): Promise<void>;
}

const SMTP: readonly SmtpMode[] = [
  ...(['4xx-from', '4xx-recipient', '4xx-data', '5xx-recipient', '5xx-data'] as const),
  ...(['drop-after-data', 'hang-after-data', 'hang-banner', 'break-tls'] as const),
];
const GATE: readonly GateMode[] = [
  ...(['done-502', 'done-reset', 'done-hang', 'done-half-an-answer', 'lost-reset'] as const),
  ...(['refused-403', 'refused-401', 'refused-422'] as const),
];
const AWAY_MS = 2_000;
/** Longer than a lock lasts. */
const ASLEEP_MS = 6_000;
const HOUR_SECONDS = 3_600;
const DESCRIPTORS = 4_096;

export const SOAK_FAULTS: readonly SoakFault[] = [
  { name: 'a worker is killed', inject: async ({ workers }, pick) => pick(workers).kill() },
  { name: 'a worker is asked to end', inject: async ({ workers }, pick) => pick(workers).kill('SIGTERM') },
  { name: 'a terminal is closed', inject: async ({ workers }, pick) => pick(workers).kill('SIGHUP') },
  {
    name: 'every worker is killed',
    async inject({ workers }) {
      for (const one of workers) one.kill();
    },
  },
  {
    name: 'a worker sleeps',
    async inject({ workers }, pick) {
      const one = pick(workers);
      one.signal('SIGSTOP');
      await sleep(ASLEEP_MS);
      one.signal('SIGCONT');
    },
  },
  { name: 'a worker has no descriptors', inject: withoutDescriptors },
  { name: 'Redis is killed', inject: (stage) => withoutRedis(stage, () => {}) },
  { name: 'Redis loses everything', inject: (stage) => withoutRedis(stage, () => loseData(stage)) },
  { name: 'Redis is flushed', inject: async ({ ground }) => void ground.redis.ask('flushall') },
  {
    name: 'Redis sleeps',
    async inject({ ground: { redis } }) {
      redis.signal('SIGSTOP');
      await sleep(ASLEEP_MS);
      redis.signal('SIGCONT');
    },
  },
  {
    name: 'Redis is full',
    async inject({ ground: { redis } }) {
      redis.ask('config', 'set', 'maxmemory', '1mb');
      await sleep(ASLEEP_MS);
      redis.ask('config', 'set', 'maxmemory', '0');
    },
  },
  {
    name: 'the way to Redis is broken',
    async inject({ proxy }, pick) {
      proxy.set(pick(['pause', 'dead', 'reset', 300] as const));
      await sleep(ASLEEP_MS);
      proxy.set('pass');
    },
  },
  {
    name: 'the clock of Redis jumps',
    async inject({ redisClock }, pick) {
      const hours = pick([-1, 1]);
      redisClock?.move(hours * HOUR_SECONDS);
      await sleep(ASLEEP_MS);
      redisClock?.move(0);
    },
  },
  { name: 'the mail server fails', inject: ({ ground: { smtp } }, pick) => forAWhile(smtp, pick(SMTP)) },
  { name: 'GitHub fails', inject: ({ ground: { github } }, pick) => forAWhile(github, pick(GATE)) },
  {
    name: 'the disk is full',
    async inject({ ground, hasSmallDisk }) {
      if (!hasSmallDisk) return;
      fillDisk(ground);
      await sleep(ASLEEP_MS);
      emptyDisk(ground);
    },
  },
];

async function forAWhile<Mode extends string>(sink: { mode: Mode | 'ok' }, mode: Mode): Promise<void> {
  sink.mode = mode;
  await sleep(4_000);
  sink.mode = 'ok';
}

async function withoutRedis({ ground: { redis } }: SoakGround, meanwhile: () => void): Promise<void> {
  await redis.end('SIGKILL');
  meanwhile();
  await sleep(AWAY_MS);
  await redis.start();
}

function loseData({ ground: { redis } }: SoakGround): void {
  rmSync(join(redis.folder, 'appendonlydir'), { recursive: true, force: true });
}

async function withoutDescriptors({ workers }: SoakGround, pick: Parameters<SoakFault['inject']>[1]) {
  const { pid, descriptorsFull } = pick(workers);
  if (descriptorsFull === null) return;
  const limit = (files: number) =>
    spawnSync('prlimit', [`--nofile=${files}:${DESCRIPTORS}`, '--pid', String(pid)]);
  limit(descriptorsFull);
  await sleep(ASLEEP_MS);
  limit(DESCRIPTORS);
}
