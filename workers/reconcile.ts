import { QUEUES, type Task } from '../src/ports/queue.ts';
import { furthestAhead } from '../src/service/furthest-ahead.ts';
import { ensureChecksEnd } from './checks.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

/**
 * Gives the queue everything that is due by what the store says. The queue may have lost all of it, and what it has it
 * does not take twice. A job that is dead for the queue and not for the store is begun anew. A queue that holds as much
 * as is due is left alone: of a long one much would be done before it was given again, and then be done twice.
 */
export async function reconcile(ports: WorkerPorts): Promise<number> {
  const { store, queue, clock, service, times } = ports;
  await times.write(store);
  await ensureChecksEnd(ports);
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
  return giveAgain(
    due.filter(({ queue: name }) => missing.includes(name)),
    { store, queue, clock },
  );
}

const GIVEN_AT_ONCE = 200;

/** Some at a time, each of them looked at anew: what was done while others were given would be done twice. */
async function giveAgain(
  tasks: readonly Task[],
  { store, queue, clock }: Pick<WorkerPorts, 'store' | 'queue' | 'clock'>,
): Promise<number> {
  let count = 0;
  for (let at = 0; at < tasks.length; at += GIVEN_AT_ONCE) {
    const due = new Set((await store.listDue(clock())).map(({ key }) => key));
    const given = tasks.slice(at, at + GIVEN_AT_ONCE).filter(({ key }) => due.has(key));
    await Promise.all(given.map((task) => queue.forget(task)));
    await Promise.all(given.map((task) => queue.add(task)));
    count += given.length;
  }
  return count;
}
