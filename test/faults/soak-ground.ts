import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ClockShim } from './clock-shim.ts';
import type { Ground } from './ground.ts';
import type { KeptProcess } from './kept-process.ts';
import { OwnRedis } from './own-redis.ts';
import { mountSmall } from './small-disk.ts';
import { SocketProxy } from './socket-proxy.ts';

/** A ground on which every fault of the long run can be made; null for what this machine has no means for. */
export interface SoakGround {
  readonly ground: Ground;
  readonly workers: readonly KeptProcess[];
  readonly proxy: SocketProxy;
  readonly redisClock: ClockShim | null;
  readonly hasSmallDisk: boolean;
}

const DISK_MEGABYTES = 96;

export async function soakGround(ground: Ground): Promise<SoakGround> {
  const hasSmallDisk = mountSmall(ground, DISK_MEGABYTES);
  const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
  const redisClock = hasCompiler ? new ClockShim(ground.home) : null;
  if (redisClock !== null) ground.redis = new OwnRedis(ground.home, redisClock.env);
  await ground.prepare();
  const proxy = new SocketProxy(join(ground.home, 'p.sock'), ground.redis.socket);
  await proxy.start();
  ground.atEnd(() => proxy.stop());
  const options = { socket: proxy.socket };
  await ground.startPages(options);
  const workers = ground.startAll(options);
  await ground.plan(5, 5);
  await ground.untilTaken(0.5);
  ground.noteDescriptors();
  return { ground, workers, proxy, redisClock, hasSmallDisk };
}
