import { course } from '../course.ts';
import type { Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const CONFIGURATION = 78;

export const redisFull: Scenario = {
  id: 'F08',
  fault: 'Redis is full, or throws away what does not fit',
  async run(ground) {
    await ground.prepare();
    ground.redis.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru');
    const refused = ground.start('refused', ['reply'], { isKept: false });
    await waitFor('the refusal', 20, () => !refused.isRunning);
    const says = refused.log.includes('noeviction') ? [] : ['the refusal does not say what to set'];
    const code = refused.exitCode === CONFIGURATION ? [] : [`the refusal is exit code ${refused.exitCode}`];
    ground.redis.ask('config', 'set', 'maxmemory-policy', 'noeviction');
    const broken = await course(ground, async () => {
      ground.redis.ask('config', 'set', 'maxmemory', '1mb');
      await ground.pages.tellAway('queue');
      ground.redis.ask('config', 'set', 'maxmemory', '0');
      await ground.pages.tellBack();
    });
    return [...says, ...code, ...broken];
  },
};
