import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { course } from '../course.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const MEMORY = '/sys/fs/cgroup/memory';
/** As much as it may still take when it is struck: below what it has, no limit can be set. */
const SPARE_BYTES = 256 * 1024;
const START_SECONDS = 60;
const DEATH_SECONDS = 60;

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
    const inject = async () => {
      const struck = ground.start('w2', ['reply'], { before: inside(group) });
      await waitFor('its first post', START_SECONDS, () => struck.log.includes('"posted"'));
      const { pid } = struck;
      struck.expectDeath();
      limit(group, usedIn(group));
      await waitFor('its death', DEATH_SECONDS, () => struck.pid !== pid);
      limit(group, -1);
    };
    return course(ground, inject, { mails: 60, comments: 15, at: 0.05, allowed: { isHeldAllowed: true } });
  },
};

/** A process that enters the group and then becomes what it runs. */
const inside = (group: string) => ['sh', '-c', `echo $$ > ${join(group, 'cgroup.procs')}; exec "$@"`, 'sh'];

const usedIn = (group: string) => Number(readFileSync(join(group, 'memory.usage_in_bytes'), 'utf8'));

/** It dies of the next pages it touches. A limit of -1 is none. */
function limit(group: string, bytes: number): void {
  try {
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes < 0 ? bytes : bytes + SPARE_BYTES));
  } catch (error) {
    throw new NotRun(`the memory of a process can not be limited: ${String(error)}`);
  }
}
