import { readFileSync } from 'node:fs';
import type { Scenario } from '../scenario.ts';
import { recoverStruck, startStruck } from '../struck-reply.ts';
import { waitFor } from '../wait.ts';

export const workerFrozen: Scenario = {
  id: 'F16',
  fault: 'a worker sleeps through its own claim, and wakes when another has taken it over',
  async run(ground) {
    await ground.prepare();
    const wrong: string[] = [];
    // Every step before the post left; the one that sleeps between its last look and the send is told by the receiver.
    for (let point = 9; point <= 16; point++) {
      const struck = await startStruck(ground, `comment-frozen-${point}`, point, { signal: 'SIGSTOP' });
      await waitFor('the sleep', 60, () => isStopped(struck.child.pid ?? 0));
      wrong.push(...(await recoverStruck(ground, struck)));
      struck.child.kill('SIGCONT');
      await struck.over;
      const count = ground.taken.filter(({ key }) => key === struck.name).length;
      if (count !== 1) wrong.push(`${struck.name}: ${count} posts after it woke`);
    }
    return wrong;
  },
};

function isStopped(pid: number): boolean {
  return / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').slice(0, 80));
}
