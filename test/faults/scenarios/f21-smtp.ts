import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import type { SmtpMode } from '../smtp-sink.ts';
import { sleep, waitFor } from '../wait.ts';

const PASSING: readonly SmtpMode[] = ['4xx-from', '4xx-recipient', '4xx-data', 'break-tls'];

export const smtpFails: Scenario = {
  id: 'F21',
  fault:
    'the mail server says 4xx and 5xx at each step, hangs, and breaks off in TLS and after the final dot',
  async run(ground) {
    await ground.prepare();
    const inject = async () => {
      for (const mode of PASSING) await during(ground, mode, 1_500);
      // What the server took before it broke off comes back by the list, and is settled by that.
      await during(ground, 'drop-after-data', 2_500);
      await refusedForGood(ground);
      await during(ground, 'hang-banner', 2_000);
      ground.smtp.mode = 'ok';
    };
    const wrong = await course(ground, inject, {
      ...{ mails: 60, comments: 0, at: 0.1, allowed: { isHeldAllowed: true } },
    });
    const states = (await ground.rows()).filter(({ state }) => state === 'held');
    const isRefused = states.some(({ because }) => /550|554/.test(because ?? ''));
    const isTaken = states.filter(({ key }) => ground.taken.some((taken) => taken.key === key));
    const off = await ground.store.listOff(Date.now());
    return [
      ...wrong,
      ...(off.length > 0 ? [] : ['an address that was refused for good is still written to']),
      ...(isRefused ? [] : ['a 5xx was not given to a person']),
      ...isTaken.map(({ key, because }) => `${key} came back by the list and is held: ${because}`),
    ];
  },
};

async function during(ground: Ground, mode: SmtpMode, ms: number): Promise<void> {
  ground.smtp.mode = mode;
  await sleep(ms);
}

async function refusedForGood(ground: Ground): Promise<void> {
  for (const mode of ['5xx-recipient', '5xx-data'] as const) {
    const before = await heldIn(ground);
    ground.smtp.mode = mode;
    await waitFor('a post is held', 120, async () => (await heldIn(ground)) > before);
  }
}

async function heldIn(ground: Ground): Promise<number> {
  return (await ground.rows()).filter(({ state }) => state === 'held').length;
}
