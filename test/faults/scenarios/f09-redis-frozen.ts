import { course } from '../course.ts';
import type { Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

/** Longer than a worker keeps the lock of its task. */
const FROZEN_MS = 8_000;

export const redisFrozen: Scenario = {
  id: 'F09',
  fault: 'Redis is frozen for longer than a lock lasts',
  async run(ground) {
    await ground.prepare();
    return course(ground, async () => {
      ground.redis.signal('SIGSTOP');
      await sleep(FROZEN_MS);
      ground.redis.signal('SIGCONT');
    });
  },
};
