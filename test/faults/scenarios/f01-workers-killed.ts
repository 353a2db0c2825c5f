import { course } from '../course.ts';
import type { Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const KILLS = 30;
/** Then it is killed all the same, while it starts. */
const PATIENCE_SECONDS = 3;

export const workersKilled: Scenario = {
  id: 'F01',
  minutesMax: 30,
  fault: `a worker is killed in the middle of its work, ${KILLS} times`,
  async run(ground) {
    await ground.prepare();
    const killing = async (processes: readonly { kill(): void }[]) => {
      for (let at = 0; at < KILLS; at++) {
        const before = ground.taken.length;
        await waitFor('a post more', PATIENCE_SECONDS, () => ground.taken.length > before).catch(() => {});
        processes[at % processes.length]?.kill();
      }
    };
    return course(ground, killing, { mails: 40, comments: 40, at: 0.1, allowed: { isHeldAllowed: true } });
  },
};
