import type { Machine } from '../machine.ts';
import { type Context, Level, type Step, type Test } from '../parts.ts';
import { bhDisable, bhEnable, cpu, cpuOf, fn, forever, wait } from '../program.ts';

export interface SenderOf {
  /** Of the thread, and of the function it is in. */
  readonly names: readonly [thread: string, worker: string];
  readonly offeredFramesPerSec: number;
  readonly mayQueue: Test;
  /** The driver's part, with softirqs off. */
  readonly xmit: readonly Step[];
}

/**
 * Who makes the frames, on another core: each costs a buffer and the way down the stack, and is not sent before it is due.
 * It spins while it waits, so that going on costs no switch.
 */
export function pacedSender(
  machine: Machine,
  { names, offeredFramesPerSec, mayQueue, xmit }: SenderOf,
): Context {
  const { engine, costs } = machine;
  const [thread, worker] = names;
  const periodNs = 1e9 / offeredFramesPerSec;
  let frame = 0;
  const program = forever(
    wait(mayQueue),
    cpuOf(() => {
      frame += 1;
      return Math.max(0, Math.ceil(frame * periodNs) - engine.nowNs);
    }),
    bhDisable(),
    cpu(costs.skbNs + costs.rxStackNs),
    ...xmit,
    bhEnable(),
  );
  return machine.otherCore.context(thread, Level.kthread, fn(worker, program));
}
