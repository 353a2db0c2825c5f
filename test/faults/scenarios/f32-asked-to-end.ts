import type { Ground } from '../ground.ts';
import { violations } from '../invariants.ts';
import type { KeptProcess } from '../kept-process.ts';
import type { Scenario } from '../scenario.ts';
import { startServed } from '../served.ts';
import { sleep, waitFor } from '../wait.ts';

/** What a process has from being asked to its end, and what a busy machine takes to notice. */
const GRACE_SECONDS = 32;
const READY_SECONDS = 120;

/** Where the work stands when a process is asked to end. Each is brought about at a receiver or at Redis. */
const STAGES: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  'when nothing is left to do': (ground) => ground.quiet(90),
  'while it posts': (ground) => untilMore(ground, 3),
  'while the mail server thinks about a mail': async (ground) => {
    ground.smtp.mode = 'hang-after-data';
    await untilMore(ground, 1);
  },
  'while the mail server refuses': async (ground) => {
    ground.smtp.mode = '4xx-data';
    await sleep(1_000);
  },
  'while GitHub does not answer': async (ground) => {
    ground.github.mode = 'done-hang';
    const before = ground.github.writesMs.length;
    await waitFor('a write', 60, () => ground.github.writesMs.length > before).catch(() => {});
  },
  'while Redis is away': async ({ redis }) => redis.end('SIGKILL'),
};

/** How it is asked, in turn. */
const WAYS: readonly (readonly NodeJS.Signals[])[] = [['SIGTERM'], ['SIGTERM', 'SIGTERM'], ['SIGHUP']];

export const askedToEnd: Scenario = {
  id: 'F32',
  fault: 'SIGTERM at each stage of the work, SIGTERM twice, SIGHUP',
  minutesMax: 20,
  async run(ground) {
    await ground.prepare();
    const wrong: string[] = [];
    for (const [at, stage] of Object.keys(STAGES).entries())
      wrong.push(...(await endedAt(ground, stage, WAYS[at % WAYS.length] ?? [])));
    ground.startAll();
    await ground.quiet();
    wrong.push(...violations(await ground.facts(), { isHeldAllowed: true }));
    return [...wrong, ...(await serviceEnds(ground))];
  },
};

async function endedAt(
  ground: Ground,
  stage: string,
  signals: readonly NodeJS.Signals[],
): Promise<readonly string[]> {
  await ground.plan(10, 5);
  const leaving = ground.start(`asked ${stage}`, ['reply'], { isKept: false });
  await waitFor('it serves', READY_SECONDS, () => leaving.log.includes('task done'));
  await STAGES[stage]?.(ground);
  const before = await claimedIn(ground);
  const wrong = await ended(leaving, signals, stage);
  const claimed = (await claimedIn(ground)) - before;
  if (claimed > 1) wrong.push(`${claimed} posts more are left claimed, ${stage}`);
  ground.smtp.mode = 'ok';
  ground.github.mode = 'ok';
  if (ground.redis.ask('ping') !== 'PONG') await ground.redis.start();
  return wrong;
}

async function claimedIn(ground: Ground): Promise<number> {
  return (await ground.rows()).filter(({ state }) => state === 'claimed').length;
}

async function ended(process: KeptProcess, signals: readonly NodeJS.Signals[], stage: string) {
  for (const signal of signals) process.signal(signal);
  const asked = process.log.length;
  await waitFor('the end', GRACE_SECONDS, () => !process.isRunning).catch(() => {});
  const told = `asked by ${signals.join(' and ')} ${stage}`;
  // What is in hand when it is asked is finished; nothing else is begun.
  const done = process.log.slice(asked).match(/"task done"/g)?.length ?? 0;
  return [
    ...(process.exitCode === 0 && !process.isRunning ? [] : [`${told} it ended with ${process.exitCode}`]),
    ...(done <= 1 ? [] : [`${told} it did ${done} tasks more`]),
  ];
}

async function untilMore(ground: Ground, count: number): Promise<void> {
  const before = ground.taken.length;
  await waitFor('posts', 60, () => ground.taken.length >= before + count).catch(() => {});
}

/** `giveback serve` itself, with all of its processes. */
async function serviceEnds(ground: Ground): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const signals of WAYS) {
    const { child, said } = startServed(ground);
    await waitFor('the service', READY_SECONDS, () => said().includes('"pages"'));
    for (const signal of signals) child.kill(signal);
    await waitFor('the end of the service', GRACE_SECONDS, () => child.exitCode !== null).catch(() => {});
    if (child.exitCode !== 0)
      wrong.push(`serve asked by ${signals.join(' and ')} ended with ${child.exitCode}`);
  }
  return wrong;
}
