import { Order } from '../engine.ts';
import type { GadgetStorage } from '../gadget-workload.ts';
import type { Host } from '../host.ts';
import type { Machine } from '../machine.ts';
import type { Context, Fn } from '../parts.ts';
import { act, cpuOf, fn, wait } from '../program.ts';

/** kernel_read() or kernel_write(): the CPU moves the bytes, or the thread sleeps until the medium has. */
export function fileOf(
  { machine }: Host,
  workload: GadgetStorage,
  thread: () => Context,
): (bytes: () => number) => Fn {
  const { direction, isBackingBusy } = workload;
  const { engine } = machine;
  const name = direction === 'read' ? 'kernel_read' : 'kernel_write';
  const fileNs = backingTime(machine, workload);
  if (isBackingBusy)
    return (bytes) =>
      fn(
        name,
        cpuOf(() => fileNs(bytes())),
      );
  let isMoved = false;
  const onMoved = engine.register(() => {
    isMoved = true;
    thread().core.wake(thread());
  });
  return (bytes) =>
    fn(
      name,
      act(() => {
        isMoved = false;
        engine.schedule(fileNs(bytes()), Order.hardware, onMoved);
      }),
      wait(() => isMoved),
    );
}

/** Time of the next buffer of a size: the k-th is the same in every run of a seed. */
function backingTime(
  machine: Pick<Machine, 'stream'>,
  { backingBytesPerSec, backingCv = 0 }: GadgetStorage,
): (bytes: number) => number {
  const meanNs = (bytes: number): number => (bytes * 1e9) / backingBytesPerSec;
  if (backingCv === 0) return (bytes) => Math.round(meanNs(bytes));
  const stream = machine.stream('gadget', 'backing');
  const sigma = Math.sqrt(Math.log(1 + backingCv * backingCv));
  let k = 0;
  return (bytes) => {
    k += 1;
    return Math.round(meanNs(bytes) * Math.exp(sigma * stream.normal(k) - (sigma * sigma) / 2));
  };
}
