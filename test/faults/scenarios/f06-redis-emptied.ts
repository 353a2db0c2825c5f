import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

/** The loss is told of in one line, by one process. */
function alarmsIn({ processes }: Ground): readonly string[] {
  const alarms = processes.flatMap(({ log }) =>
    log.split('\n').filter((line) => line.includes('REDIS_EMPTY')),
  );
  return alarms.length >= 1 && alarms.length <= 2 ? [] : [`REDIS_EMPTY was told ${alarms.length} times`];
}

export const redisDataGone: Scenario = {
  id: 'F06',
  fault: 'Redis comes back without its data',
  async run(ground) {
    await ground.prepare();
    const broken = await course(ground, async () => {
      await ground.redis.end('SIGKILL');
      rmSync(join(ground.redis.folder, 'appendonlydir'), { recursive: true, force: true });
      await ground.redis.start();
    });
    return [...broken, ...alarmsIn(ground)];
  },
};

export const redisFlushed: Scenario = {
  id: 'F07',
  fault: 'somebody flushes Redis',
  async run(ground) {
    await ground.prepare();
    const broken = await course(ground, () => {
      ground.redis.ask('flushall');
    });
    return [...broken, ...alarmsIn(ground)];
  },
};
