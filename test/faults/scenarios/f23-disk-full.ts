import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { emptyDisk, fillDisk, mountSmall } from '../small-disk.ts';
import { sleep } from '../wait.ts';

const MEGABYTES = 24;
const FULL_MS = 6_000;

export const diskFull: Scenario = {
  id: 'F23',
  fault: 'the disk under the store is full for a while',
  async run(ground) {
    if (!mountSmall(ground, MEGABYTES)) throw new NotRun('mounting a small disk needs root');
    await ground.prepare();
    const unclaimed: string[] = [];
    const inject = async () => {
      fillDisk(ground);
      await ground.pages.tellAway('disk');
      await sleep(FULL_MS);
      unclaimed.push(...(await takenWithoutClaim(ground)));
      emptyDisk(ground);
      await ground.pages.tellBack();
    };
    const wrong = await course(ground, inject, { allowed: { isHeldAllowed: true } });
    return [...wrong, ...unclaimed.map((key) => `${key} left without a durable claim`)];
  },
};

/** A log that has room left in itself may still take a claim; without one nothing may leave. */
async function takenWithoutClaim(ground: Ground): Promise<readonly string[]> {
  const taken = new Set(ground.taken.map(({ key }) => key));
  return (await ground.rows())
    .filter(({ key, fence }) => taken.has(key) && fence === 0)
    .map(({ key }) => key);
}
