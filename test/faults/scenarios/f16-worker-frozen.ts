import { readFileSync } from 'node:fs';
import type { Scenario } from '../scenario.ts';
import { recoverStruck, startStruck } from '../struck-reply.ts';
import { waitFor } from '../wait.ts';

/** Around the claim, and up to the send: one that sleeps between its last look and the send is told by the receiver. */
const POINTS = [
  ...['find before', 'find after', 'claim before', 'claim after'],
  ...['holdsClaim before', 'holdsClaim after', 'send before'],
];
const SLEEP_SECONDS = 180;

export const workerFrozen: Scenario = {
  id: 'F16',
  fault: 'a worker sleeps through its own claim, and wakes when another has taken it over',
  async run(ground) {
    await ground.prepare();
    const wrong: string[] = [];
    for (const [at, point] of POINTS.entries()) {
      const struck = await startStruck(ground, `comment-frozen-${at}`, point, { signal: 'SIGSTOP' });
      await waitFor(`the sleep at "${point}"`, SLEEP_SECONDS, () => isStopped(struck.child.pid ?? 0));
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
