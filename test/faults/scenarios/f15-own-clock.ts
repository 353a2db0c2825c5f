import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-facts.ts';
import { CLI } from '../built.ts';
import { ClockShim } from '../clock-shim.ts';
import { configure } from '../eager-settings.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

const YEAR_SECONDS = 31_557_600;
const OFFSETS = [0, 10 * YEAR_SECONDS, -10 * YEAR_SECONDS];
const CAP = 5;
const THREAD = join(packageRoot(), 'test/threads/ax-above-wire-limit/thread.mbox');

export const ownClockJumps: Scenario = {
  id: 'F15',
  fault: 'our own clock jumps ten years ahead and back',
  async run(ground) {
    const clock = new ClockShim(ground.home);
    await ground.prepare();
    return [...sameReport(clock), ...(await capsHold(ground, clock))];
  },
};

function sameReport(clock: ClockShim): readonly string[] {
  const reports = OFFSETS.map((seconds) => {
    clock.move(seconds);
    const env = { PATH: process.env['PATH'], ...clock.env };
    return spawnSync(process.execPath, [CLI, 'evaluate', THREAD, '--json'], { env, encoding: 'utf8' }).stdout;
  });
  clock.move(0);
  const isWhole = (reports[0] ?? '').length > 1_000;
  return isWhole && new Set(reports).size === 1 ? [] : ['a report hangs on the clock, or there is none'];
}

/** A cap for an hour is not opened by a clock that leaps over it. */
async function capsHold(ground: Ground, clock: ClockShim): Promise<readonly string[]> {
  const caps = { postsPerThread: 100, postsPerListDay: 100, postsPerHour: CAP };
  configure(ground.data, ground.feed, caps);
  await ground.plan(12, 0);
  ground.start('w0', ['reply'], { env: clock.env });
  await waitFor('the cap', 60, () => ground.taken.length >= CAP);
  for (const seconds of [10 * YEAR_SECONDS, -10 * YEAR_SECONDS, 0]) {
    clock.move(seconds);
    await sleep(2_000);
  }
  const count = ground.taken.length;
  return count === CAP ? [] : [`${count} posts left where ${CAP} an hour may`];
}
