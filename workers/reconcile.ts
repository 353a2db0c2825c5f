import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

/**
 * Gives the queue everything that is due by what the store says. The queue may have lost all of it, and what it has it
 * does not take twice. A job that is dead for the queue and not for the store is begun anew.
 */
export async function reconcile({ store, queue, clock, service }: WorkerPorts): Promise<number> {
  const { quietPeriodMinutes, post } = service.limits;
  const aheadMs = Math.max(quietPeriodMinutes * 60, post.retrySecondsMax) * 1_000;
  const moved = await store.mendDates(clock(), aheadMs);
  if (moved > 0) log('the clock was ahead', { rows: moved });
  const due = await store.listDue(clock());
  if ((await queue.wasEmptied()) && due.length > 0) log('REDIS_EMPTY', { plannedAgain: due.length });
  for (const task of due) {
    await queue.forget(task);
    await queue.add(task);
  }
  return due.length;
}
