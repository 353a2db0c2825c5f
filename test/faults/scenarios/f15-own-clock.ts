import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-facts.ts';
import { CLI } from '../built.ts';
import { ClockShim } from '../clock-shim.ts';
import { configure } from '../eager-settings.ts';
import type { Ground } from '../ground.ts';
import { noDouble, rightBytes } from '../invariants.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

const YEAR_SECONDS = 31_557_600;
const LEAPS = [0, 10 * YEAR_SECONDS, -10 * YEAR_SECONDS];
const ZONE = 'Europe/Berlin';
/** Right before the end of a year, and before the clocks of that zone go an hour ahead and back. */
const MOMENTS = ['2026-12-31T22:59:58Z', '2027-03-28T00:59:58Z', '2027-10-31T00:59:58Z'];
const CAP = 5;
const START_SECONDS = 60;
const THREAD = join(packageRoot(), 'test/threads/ax-above-wire-limit/thread.mbox');

export const ownClockJumps: Scenario = {
  id: 'F15',
  fault: 'our own clock jumps ten years ahead and back, and over midnight and summer time',
  async run(ground) {
    const clock = new ClockShim(ground.home);
    await ground.prepare();
    return [...sameReport(clock), ...(await capsHold(ground, clock))];
  },
};

function sameReport(clock: ClockShim): readonly string[] {
  const until = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / 1_000);
  const offsets = [...LEAPS.map((leap) => () => leap), ...MOMENTS.map((moment) => () => until(moment))];
  const reports = offsets.map((offset) => {
    clock.move(offset());
    const env = { PATH: process.env['PATH'], TZ: ZONE, ...clock.env };
    return spawnSync(process.execPath, [CLI, 'evaluate', THREAD, '--json'], { env, encoding: 'utf8' }).stdout;
  });
  clock.move(0);
  const isWhole = (reports[0] ?? '').length > 1_000;
  return isWhole && new Set(reports).size === 1 ? [] : ['a report hangs on the clock, or there is none'];
}

/** A cap for an hour is not opened by a clock that leaps over it, and a mail that was refused leaves later as it was. */
async function capsHold(ground: Ground, clock: ClockShim): Promise<readonly string[]> {
  const caps = { postsPerThread: 100, postsPerListDay: 100, postsPerHour: CAP };
  configure(ground.data, ground.feed, caps);
  await ground.plan(12, 0);
  ground.smtp.mode = '4xx-data';
  ground.start('w0', ['reply'], { env: clock.env });
  await waitFor('a refusal', START_SECONDS, async () => (await ground.rows()).some(({ tries }) => tries > 0));
  clock.move(10 * YEAR_SECONDS);
  ground.smtp.mode = 'ok';
  await waitFor('the cap', 60, () => ground.taken.length >= CAP);
  for (const seconds of [-10 * YEAR_SECONDS, 10 * YEAR_SECONDS, 0]) {
    clock.move(seconds);
    await sleep(2_000);
  }
  const count = ground.taken.length;
  const facts = await ground.facts();
  return [
    ...(count === CAP ? [] : [`${count} posts left where ${CAP} an hour may`]),
    ...noDouble(facts),
    ...rightBytes(facts),
  ];
}
