import { join } from 'node:path';
import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { SocketProxy } from '../socket-proxy.ts';
import { sleep } from '../wait.ts';

/** The course with something between the service and its Redis. */
async function between(ground: Ground, inject: (proxy: SocketProxy) => Promise<void>) {
  await ground.prepare();
  const proxy = new SocketProxy(join(ground.home, 'p.sock'), ground.redis.socket);
  await proxy.start();
  ground.atEnd(() => proxy.stop());
  return course(ground, () => inject(proxy), { options: { socket: proxy.socket } });
}

export const connectionsDead: Scenario = {
  id: 'F10',
  fault: 'connections to Redis die without a word',
  run: (ground) =>
    between(ground, async (proxy) => {
      proxy.set('dead');
      await sleep(1_000);
      proxy.set('pass');
    }),
};

export const partitioned: Scenario = {
  id: 'F11',
  fault: 'a partition from Redis, then a storm of resets',
  run: (ground) =>
    between(ground, async (proxy) => {
      proxy.set('pause');
      await sleep(8_000);
      proxy.set('reset');
      await sleep(4_000);
      proxy.set('pass');
    }),
};

export const redisSlow: Scenario = {
  id: 'F12',
  fault: 'Redis takes 300 ms each way',
  run: (ground) =>
    between(ground, async (proxy) => {
      proxy.set(300);
      await sleep(8_000);
      proxy.set('pass');
    }),
};
