import { course } from '../course.ts';
import type { GateMode } from '../github-gate.ts';
import type { Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const MODES: readonly GateMode[] = [
  'done-502',
  'done-reset',
  'done-half-an-answer',
  'lost-reset',
  'done-hang',
];

export const githubBreaksOff: Scenario = {
  id: 'F19',
  fault: 'GitHub does what it is asked and then answers 502, resets, answers half, or hangs',
  async run(ground) {
    await ground.prepare();
    const inject = async () => {
      for (const mode of MODES) {
        const before = ground.github.writesMs.length;
        ground.github.mode = mode;
        for (let waits = 0; waits < 40 && ground.github.writesMs.length < before + 3; waits++)
          await sleep(100);
      }
      ground.github.mode = 'ok';
    };
    return course(ground, inject, { mails: 0, comments: 24, at: 0.1 });
  },
};
