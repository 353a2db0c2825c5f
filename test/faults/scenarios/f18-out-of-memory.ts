import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import type { KeptProcess } from '../kept-process.ts';
import { NotRun, type Scenario } from '../scenario.ts';

const MEMORY = '/sys/fs/cgroup/memory';
const BYTES = 8 * 1024 * 1024;

export const outOfMemory: Scenario = {
  id: 'F18',
  fault: 'the kernel kills a worker for want of memory',
  async run(ground) {
    const group = join(MEMORY, `giveback-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      throw new NotRun('no control group for memory can be made here');
    }
    ground.atEnd(() => {
      if (existsSync(group)) rmdirSync(group);
    });
    await ground.prepare();
    const inject = ([first]: readonly KeptProcess[]) => {
      first?.expectDeath();
      limit(group, first?.pid ?? 0);
    };
    return course(ground, inject, { allowed: { isHeldAllowed: true } });
  },
};

/** What the process has already is charged to another group: it dies of the next pages it touches. */
function limit(group: string, pid: number): void {
  try {
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(BYTES));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    throw new NotRun(`the memory of a process can not be limited: ${String(error)}`);
  }
}
