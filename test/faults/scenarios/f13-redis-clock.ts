import { ClockShim } from '../clock-shim.ts';
import { course } from '../course.ts';
import { OwnRedis } from '../own-redis.ts';
import type { Scenario } from '../scenario.ts';

const HOUR_SECONDS = 3_600;
/** As long as a task of the worker that died may wait, however long its lock lasts by the clock of Redis. */
const RECOVERY_SECONDS = 120;

export const redisClockAhead: Scenario = {
  id: 'F13',
  fault: "Redis' clock jumps an hour ahead",
  async run(ground) {
    const clock = new ClockShim(ground.home);
    ground.redis = new OwnRedis(ground.home, clock.env);
    await ground.prepare();
    return course(ground, () => clock.move(HOUR_SECONDS));
  },
};

export const redisClockBack: Scenario = {
  id: 'F14',
  fault: "Redis' clock jumps an hour back, and a worker dies",
  async run(ground) {
    const clock = new ClockShim(ground.home);
    ground.redis = new OwnRedis(ground.home, clock.env);
    await ground.prepare();
    const inject = ([first]: readonly { kill(): void }[]) => {
      clock.move(-HOUR_SECONDS);
      first?.kill();
    };
    return course(ground, inject, { recoverySeconds: RECOVERY_SECONDS, allowed: { isHeldAllowed: true } });
  },
};
