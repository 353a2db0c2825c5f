import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { course } from '../course.ts';
import type { KeptProcess } from '../kept-process.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const GROWTH_MAX = 8;

export const descriptorsGone: Scenario = {
  id: 'F26',
  fault: 'no file descriptor is left',
  async run(ground) {
    if (spawnSync('prlimit', ['--version']).status !== 0) throw new NotRun('prlimit is not installed');
    await ground.prepare();
    const counts: number[] = [];
    const inject = async ([first, second]: readonly KeptProcess[]) => {
      if (first === undefined || second === undefined) return;
      const before = open(first.pid);
      for (const one of [first, second]) limit(one.pid, open(one.pid));
      await sleep(4_000);
      for (const one of [first, second]) limit(one.pid, 4_096);
      await sleep(2_000);
      counts.push(open(first.pid) - before);
    };
    const wrong = await course(ground, inject, { allowed: { isHeldAllowed: true } });
    const grown = counts.filter((count) => count > GROWTH_MAX);
    return [...wrong, ...grown.map((count) => `${count} descriptors more than before`)];
  },
};

const open = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

function limit(pid: number, files: number): void {
  spawnSync('prlimit', [`--nofile=${files}:4096`, '--pid', String(pid)]);
}
