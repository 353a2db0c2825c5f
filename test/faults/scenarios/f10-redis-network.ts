import { join } from 'node:path';
import { QUEUES } from '../../../src/ports/queue.ts';
import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { SocketProxy } from '../socket-proxy.ts';
import { sleep } from '../wait.ts';

const RECOVERY_SECONDS = 30;
/** Tasks that were taken from workers which had them in hand all the same. */
const STALLED_MAX = 20;

/** The course with something between the service and its Redis. */
async function between(
  ground: Ground,
  inject: (proxy: SocketProxy) => Promise<void>,
  how: { readonly recoverySeconds?: number } = {},
) {
  await ground.prepare();
  const proxy = new SocketProxy(join(ground.home, 'p.sock'), ground.redis.socket);
  await proxy.start();
  ground.atEnd(() => proxy.stop());
  return course(ground, () => inject(proxy), { ...how, options: { socket: proxy.socket } });
}

export const connectionsDead: Scenario = {
  id: 'F10',
  fault: 'connections to Redis die without a word',
  run: (ground) =>
    between(
      ground,
      async (proxy) => {
        proxy.set('dead');
        await sleep(1_000);
        proxy.set('pass');
      },
      { recoverySeconds: RECOVERY_SECONDS },
    ),
};

export const partitioned: Scenario = {
  id: 'F11',
  fault: 'a partition from Redis, then a storm of resets',
  run: (ground) =>
    between(ground, async (proxy) => {
      proxy.set('pause');
      const partition = sleep(10_000);
      await ground.pages.tellAway('queue');
      await partition;
      proxy.set('reset');
      await sleep(5_000);
      proxy.set('pass');
      await ground.pages.tellBack();
    }),
};

export const redisSlow: Scenario = {
  id: 'F12',
  fault: 'Redis takes 300 ms each way',
  async run(ground) {
    let stalled = 0;
    const wrong = await between(ground, async (proxy) => {
      proxy.set(300);
      await sleep(8_000);
      proxy.set('pass');
      await ground.quiet();
      stalled = stalledIn(ground);
    });
    ground.notes.push(`${stalled} tasks were taken for stalled`);
    return stalled < STALLED_MAX ? wrong : [...wrong, `${stalled} tasks were taken for stalled`];
  },
};

/** What the queues wrote down of tasks whose worker had been silent for too long. */
function stalledIn({ redis }: Ground): number {
  const events = QUEUES.map((name) => redis.ask('xrange', `giveback:${name}:events`, '-', '+'));
  return events.join('\n').match(/^stalled$/gm)?.length ?? 0;
}
