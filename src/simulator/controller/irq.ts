import type { IrqType } from '../../model/hcd.ts';
import { IrqLine } from '../irq-line.ts';
import type { Machine } from '../machine.ts';
import { Level, type Step } from '../parts.ts';
import { act, bhDisable, bhEnable, call, cpu, cpuOf, fn, forever, wait, when } from '../program.ts';

/** Connects a handler the way the driver asked for it: request_irq(), request_threaded_irq(), or threadirqs. */
export function requestIrq(machine: Machine, handler: readonly Step[]): IrqLine {
  const type = machine.hcd.irq.type;
  return type === 'hard' ? lineOf(machine, handler) : threadedLine(machine, handler, type);
}

function lineOf(machine: Machine, body: readonly Step[]): IrqLine {
  const { irqNs } = machine.costs;
  const entryNs = Math.floor(irqNs / 2);
  const program = fn('common_interrupt', cpu(entryNs), ...body, cpu(irqNs - entryNs));
  return new IrqLine(machine.irqCore.context('hardirq', Level.hardirq, program));
}

/**
 * IRQF_ONESHOT: the line stays masked until its thread is done. All that threading costs per interrupt (wake, two
 * switches, mask and unmask) is irqThreadNs; it lies on the way to the completion and on the way back in halves.
 */
function threadedLine(machine: Machine, handler: readonly Step[], type: IrqType): IrqLine {
  const { irqThreadNs } = machine.costs;
  const wayInNs = Math.floor(irqThreadNs / 2);
  const isForced = type === 'forced-threaded';
  let isWoken = false;
  const thread = machine.irqCore.context(
    'irq/hcd',
    Level.fifo,
    fn(
      'irq_thread',
      forever(
        wait(() => isWoken),
        cpu(wayInNs),
        ...(isForced ? [bhDisable()] : []),
        ...handler,
        ...(isForced ? [bhEnable()] : []),
        cpu(irqThreadNs - wayInNs),
        act(() => {
          isWoken = false;
          line.unmask();
        }),
      ),
    ),
  );
  const wakeThread = act(() => {
    isWoken = true;
    line.mask();
    thread.core.wake(thread);
  });
  const line = lineOf(machine, [call(fn('irq_default_primary_handler', wakeThread))]);
  return line;
}

export interface IrqWithThread {
  readonly name: string;
  /** The primary handler: it quiets the device. */
  readonly handler: readonly Step[];
  /** IRQ_WAKE_THREAD: whether the handler that just ran has left anything to do. */
  readonly wakes: () => boolean;
  readonly thread: readonly Step[];
}

/**
 * request_threaded_irq() with a handler of the driver's own and without ONESHOT: the driver masks its device, and the
 * line stays open. A thread that is still at work when it is woken pays for no switch. A driver whose type is `hard`
 * does both in its handler.
 */
export function requestIrqWithThread(machine: Machine, of: IrqWithThread): IrqLine {
  if (machine.hcd.irq.type === 'hard') return lineOf(machine, [...of.handler, when(of.wakes, ...of.thread)]);
  const { irqThreadNs } = machine.costs;
  const wayInNs = Math.floor(irqThreadNs / 2);
  let isWoken = false;
  let hasSlept = false;
  const thread = machine.irqCore.context(
    `irq/${of.name}`,
    Level.fifo,
    fn(
      'irq_thread',
      forever(
        wait(() => isWoken),
        act(() => {
          isWoken = false;
        }),
        cpuOf(() => {
          const isSwitchedTo = hasSlept;
          hasSlept = false;
          return isSwitchedTo ? wayInNs : 0;
        }),
        ...of.thread,
        cpuOf(() => (isWoken ? 0 : irqThreadNs - wayInNs)),
      ),
    ),
  );
  const wake = act(() => {
    isWoken = true;
    hasSlept ||= thread.state === 'blocked';
    thread.core.wake(thread);
  });
  return lineOf(machine, [...of.handler, when(of.wakes, wake)]);
}
