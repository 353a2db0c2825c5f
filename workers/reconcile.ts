import type { WorkerPorts } from './ports.ts';

/**
 * Gives the queue everything that is due by what the store says. The queue may have lost all of it, and what it has it
 * does not take twice. A job that is dead for the queue and not for the store is begun anew.
 */
export async function reconcile({ store, queue, clock }: WorkerPorts): Promise<number> {
  const due = await store.listDue(clock());
  for (const task of due) {
    await queue.forget(task);
    await queue.add(task);
  }
  return due.length;
}
