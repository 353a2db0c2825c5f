import { course } from '../course.ts';
import { RETRY_AFTER_SECONDS } from '../github-gate.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

export const githubRefuses: Scenario = {
  id: 'F20',
  fault: 'GitHub answers 403 with a wait, 401, and 422',
  async run(ground) {
    await ground.prepare();
    const early: string[] = [];
    const inject = async () => {
      early.push(...(await writesWhileAskedToWait(ground)));
      ground.github.mode = 'refused-401';
      await sleep(2_000);
      await refusedForGood(ground);
      ground.github.mode = 'ok';
    };
    const wrong = await course(ground, inject, {
      ...{ mails: 0, comments: 20, at: 0.1, allowed: { isHeldAllowed: true } },
    });
    const held = (await ground.rows()).filter(({ state }) => state === 'held');
    const because = held.length > 0 && held.every((row) => row.because?.includes('422') === true);
    return [
      ...early,
      ...wrong,
      ...(because ? [] : ['a 422 was not given to a person, or something else was']),
    ];
  },
};

/** After its first refusal a process writes nothing before the time is over; there are two of them. */
async function writesWhileAskedToWait({ github }: Ground): Promise<readonly string[]> {
  const from = github.writesMs.length;
  github.mode = 'refused-403';
  await waitFor('a refusal', 30, () => github.writesMs.length > from);
  await sleep(1_000);
  github.mode = 'ok';
  await sleep((RETRY_AFTER_SECONDS - 2) * 1_000);
  const count = github.writesMs.length - from;
  return count <= 2 ? [] : [`${count} writes of two processes while GitHub asked them to wait`];
}

async function refusedForGood(ground: Ground): Promise<void> {
  ground.github.mode = 'refused-422';
  const isHeld = async () => (await ground.rows()).some(({ state }) => state === 'held');
  await waitFor('a post is held', 120, isHeld);
}
