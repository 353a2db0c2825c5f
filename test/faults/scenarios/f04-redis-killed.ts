import { course } from '../course.ts';
import type { Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const AWAY_MS = 2_000;

export const redisKilled: Scenario = {
  id: 'F04',
  fault: 'Redis is killed and comes back',
  async run(ground) {
    await ground.prepare();
    return course(ground, async () => {
      await ground.redis.end('SIGKILL');
      await sleep(AWAY_MS);
      await ground.redis.start();
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
      await sleep(AWAY_MS);
      await ground.redis.start();
    });
  },
};
