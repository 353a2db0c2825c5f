import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

/** From the restart until the last post that was forgotten has left. */
const RECOVERY_SECONDS = 60;

const alarmsIn = ({ processes }: Ground): number =>
  processes.flatMap(({ log }) => log.split('\n').filter((line) => line.includes('REDIS_EMPTY'))).length;

/** The loss is told of in one line, by one process. What was told before is that a new Redis is empty. */
async function emptied(ground: Ground, empty: () => Promise<void> | void): Promise<readonly string[]> {
  await ground.prepare();
  let before = 0;
  const inject = () => {
    before = alarmsIn(ground);
    return empty();
  };
  const broken = await course(ground, inject, { recoverySeconds: RECOVERY_SECONDS });
  const alarms = alarmsIn(ground) - before;
  return alarms === 1 ? broken : [...broken, `REDIS_EMPTY was told ${alarms} times`];
}

export const redisDataGone: Scenario = {
  id: 'F06',
  fault: 'Redis comes back without its data',
  run: (ground) =>
    emptied(ground, async () => {
      await ground.redis.end('SIGKILL');
      rmSync(join(ground.redis.folder, 'appendonlydir'), { recursive: true, force: true });
      await ground.redis.start();
    }),
};

export const redisFlushed: Scenario = {
  id: 'F07',
  fault: 'somebody flushes Redis',
  run: (ground) => emptied(ground, () => void ground.redis.ask('flushall')),
};
