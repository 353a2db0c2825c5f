import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import type { Ground } from '../ground.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const MEGABYTES = 24;
const BLOCK = Buffer.alloc(64 * 1024);

export const diskFull: Scenario = {
  id: 'F23',
  fault: 'the disk under the store is full for a while',
  async run(ground) {
    mountSmall(ground);
    await ground.prepare();
    const unclaimed: string[] = [];
    const inject = async () => {
      fill(join(ground.data, 'fill'));
      await sleep(6_000);
      unclaimed.push(...(await takenWithoutClaim(ground)));
      rmSync(join(ground.data, 'fill'), { force: true });
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

/** @throws NotRun where we may not mount */
function mountSmall(ground: Ground): void {
  mkdirSync(ground.data, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}M`, 'tmpfs', ground.data]);
  if (mounted.status !== 0) throw new NotRun('mounting a small disk needs root');
  ground.atEnd(() => {
    spawnSync('umount', [ground.data]);
  });
}

function fill(file: string): void {
  const blocks: Buffer[] = [];
  try {
    for (;;) {
      blocks.push(BLOCK);
      writeFileSync(`${file}`, BLOCK, { flag: 'a' });
    }
  } catch {
    // Now it is full; the last bytes go one by one.
    spawnSync('sh', ['-c', `dd if=/dev/zero of=${file} bs=1 oflag=append conv=notrunc 2>/dev/null`]);
  }
}
