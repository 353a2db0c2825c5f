import type { Machine } from './machine.ts';
import type { Core, Step } from './parts.ts';
import { fn, forever, wait } from './program.ts';
import { UrbList } from './urb-list.ts';

/** Work items that each handle one URB, done by a kworker of their own. @returns the steps of queue_work() */
export function queueWorkOn(machine: Machine, core: Core, work: readonly Step[]): readonly Step[] {
  const queue = new UrbList();
  const worker = machine.kthread(
    'kworker',
    core,
    fn('worker_thread', forever(wait(queue.isFilled), queue.take, ...work)),
  );
  return [queue.add, ...machine.wake(() => worker)];
}
