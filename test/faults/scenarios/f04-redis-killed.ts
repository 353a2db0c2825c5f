import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const AWAY_MS = 2_000;

/** Both its absence and its return are told. */
async function backAgain(ground: Ground): Promise<void> {
  await ground.pages.tellAway('queue');
  await sleep(AWAY_MS);
  await ground.redis.start();
  await ground.pages.tellBack();
}

export const redisKilled: Scenario = {
  id: 'F04',
  fault: 'Redis is killed and comes back',
  async run(ground) {
    await ground.prepare();
    return course(ground, async () => {
      await ground.redis.end('SIGKILL');
      await backAgain(ground);
    });
  },
};

export const redisShutDown: Scenario = {
  id: 'F05',
  fault: 'Redis is shut down without saving and comes back',
  async run(ground) {
    await ground.prepare();
    return course(ground, async () => {
      ground.redis.ask('shutdown', 'nosave');
      await ground.redis.end();
      await backAgain(ground);
    });
  },
};
