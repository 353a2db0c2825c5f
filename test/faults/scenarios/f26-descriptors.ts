import { spawnSync } from 'node:child_process';
import { course } from '../course.ts';
import type { KeptProcess } from '../kept-process.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const EMPTY_MS = 4_000;
const ENOUGH = 4_096;

export const descriptorsGone: Scenario = {
  id: 'F26',
  fault: 'no file descriptor is left',
  async run(ground) {
    if (spawnSync('prlimit', ['--version']).status !== 0) throw new NotRun('prlimit is not installed');
    await ground.prepare();
    const inject = async (workers: readonly KeptProcess[]) => {
      const all = [...workers, ground.pages.process];
      for (const one of all) limit(one, one.descriptorsFull ?? ENOUGH);
      // Asked over a connection that is there already: a new one could not even be accepted.
      await ground.pages.tellAway('descriptors');
      await sleep(EMPTY_MS);
      for (const one of all) limit(one, ENOUGH);
      await ground.pages.tellBack();
    };
    const wrong = await course(ground, inject, { allowed: { isHeldAllowed: true } });
    const ended = ground.processes.filter((one) => one.life().ownDeaths > 0);
    return [...wrong, ...ended.map(({ name }) => `${name} ended for want of descriptors`)];
  },
};

function limit({ pid }: KeptProcess, files: number): void {
  spawnSync('prlimit', [`--nofile=${files}:${ENOUGH}`, '--pid', String(pid)]);
}
