import type { IrqType } from '../../model/hcd.ts';
import { IrqLine } from '../irq-line.ts';
import type { Machine } from '../machine.ts';
import { Level, type Step } from '../parts.ts';
import { act, bhDisable, bhEnable, call, cpu, fn, forever, wait } from '../program.ts';

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
