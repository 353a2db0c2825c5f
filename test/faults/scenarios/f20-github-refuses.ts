import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import { RETRY_AFTER_SECONDS } from '../github-gate.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

/** The processes that post. */
const PROCESSES = 2;
const PAUSE_SECONDS = 90;
/** Longer than any that is asked for by `retry-after` here. */
const LONG_PAUSE = /left alone for [3-6]\d s/;
const AUDIT_MAX = 100_000;

export const githubRefuses: Scenario = {
  id: 'F20',
  fault: 'GitHub answers 403 with a wait, 401, and 422',
  async run(ground) {
    await ground.prepare();
    const early: string[] = [];
    const inject = async () => {
      early.push(...(await writesWhileAskedToWait(ground)));
      early.push(...(await tokenRefused(ground)));
      await refusedForGood(ground);
      ground.github.mode = 'ok';
    };
    const wrong = await course(ground, inject, {
      ...{ mails: 0, comments: 20, at: 0.1, allowed: { isHeldAllowed: true } },
      options: { env: asApp(ground) },
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

/** Those who post are an app, and have a token that can be asked for anew. */
function asApp({ home }: Ground): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const file = join(home, 'app.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  return { GIVEBACK_GITHUB_APP_ID: '7', GIVEBACK_GITHUB_APP_KEY: file };
}

/** A token that is refused is asked for anew, once in each process; then GitHub is left alone. */
async function tokenRefused(ground: Ground): Promise<readonly string[]> {
  const { github, processes, store } = ground;
  const before = github.tokensAsked;
  github.mode = 'refused-401';
  const paused = async () => (await store.listAudit(AUDIT_MAX)).some(({ detail }) => LONG_PAUSE.test(detail));
  await waitFor('a pause', PAUSE_SECONDS, paused);
  const asked = github.tokensAsked - before;
  // The pause is a minute at least, and a process that begins knows nothing of it.
  for (const one of processes) if (one.name.startsWith('w')) one.kill();
  return asked >= 1 && asked <= PROCESSES
    ? []
    : [`${asked} tokens were asked for, by ${PROCESSES} processes`];
}

async function refusedForGood(ground: Ground): Promise<void> {
  ground.github.mode = 'refused-422';
  const isHeld = async () => (await ground.rows()).some(({ state }) => state === 'held');
  await waitFor('a post is held', 120, isHeld);
}
