import { QUEUES } from '../src/ports.ts';
import { furthestAhead } from '../src/service/furthest-ahead.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

/**
 * Gives the queue everything that is due by what the store says. The queue may have lost all of it, and what it has it
 * does not take twice. A job that is dead for the queue and not for the store is begun anew. A queue that holds as much
 * as is due is left alone: of a long one much would be done before it was given again, and then be done twice.
 */
export async function reconcile({ store, queue, clock, service, times }: WorkerPorts): Promise<number> {
  await times.write(store);
  const moved = await store.mendDates(clock(), furthestAhead(service));
  if (moved > 0) log('the clock was ahead', { rows: moved });
  // Counted first: what is done meanwhile makes less due, and never the queue look emptier than it is.
  const counts = await queue.counts();
  const due = await store.listDue(clock());
  if ((await queue.wasEmptied()) && due.length > 0) log('REDIS_EMPTY', { plannedAgain: due.length });
  const missing = QUEUES.filter((name) => {
    const { waiting, active } = counts[name];
    return waiting + active < due.filter((task) => task.queue === name).length;
  });
  const again = due.filter((task) => missing.includes(task.queue));
  for (const task of again) {
    await queue.forget(task);
    await queue.add(task);
  }
  return again.length;
}
