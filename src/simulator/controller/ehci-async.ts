import { IrqLine } from '../irq-line.ts';
import type { Machine } from '../machine.ts';
import { type Fn, Level, type Step } from '../parts.ts';
import { act, call, cpu, fn, lockIrqSave, unlockIrqRestore, when } from '../program.ts';
import { AsyncSchedule } from './async-schedule.ts';
import type { AdvancingCompletions } from './controller.ts';
import { EhciTimer, TimerEvent } from './ehci-timer.ts';

/** The part of the EHCI driver that unlinks queue heads, as the rest of it calls it. */
export interface EhciAsync {
  readonly schedule: AsyncSchedule;
  /** After an URB was put on its queue head: turns the schedule on when it was off. */
  readonly afterSubmit: readonly Step[];
  /** In ehci_irq(): what an interrupt on async advance asks for. */
  readonly onAdvance: readonly Step[];
  /** The end of scan_async(). */
  readonly afterScan: Step;
}

/**
 * Unlinking of empty queue heads: begun by the timer, ended by interrupts on async advance or their watchdog. A timer that
 * only finds that there is nothing to unlink costs nothing and is no event: in a dense load it goes off once in 7 ms.
 * Source: Linux 6.1, drivers/usb/host/ehci-q.c, ehci-timer.c, ehci-hcd.c
 */
export function ehciAsync(machine: Machine, finished: AdvancingCompletions): EhciAsync {
  const { costs } = machine;
  const timer = new EhciTimer(machine, () => {
    if (schedule.passes()) machine.engine.discount();
    else timerLine.raise();
  });
  const schedule = new AsyncSchedule(machine, timer);
  const startIaaCycle = fn(
    'start_iaa_cycle',
    cpu(costs.mmioWriteNs),
    cpu(costs.mmioReadNs),
    act(() => {
      schedule.rung();
      if (!machine.losesAsyncAdvance) finished.advance();
    }),
  );
  const ring = when(() => schedule.mustRing, call(startIaaCycle));
  const pollAss = pollOf(machine, schedule);
  const endUnlink = (end: () => void): Fn =>
    fn('end_unlink_async', cpu(costs.eventTrbNs), act(end), ring, pollAss);
  const advance = fn('end_iaa_cycle', call(endUnlink(() => schedule.advanced())));
  const unlinkEmpty = fn(
    'unlink_empty_async',
    cpu(costs.eventTrbNs),
    act(() => schedule.unlinkEmpty()),
    ring,
  );
  const watchdog = fn(
    'ehci_iaa_watchdog',
    cpu(2 * costs.mmioReadNs),
    call(fn('end_iaa_cycle', call(endUnlink(() => schedule.lost())))),
  );
  const disableAse = fn('ehci_disable_ASE', ...commandOf(machine, schedule));
  const poll = act(() => {
    schedule.switch.mustPoll = true;
  });
  const timerLine = lineOf(machine, timer, [
    [TimerEvent.pollAss, poll, pollAss],
    [TimerEvent.activeUnlink, call(endUnlink(() => schedule.endUnlink()))],
    [TimerEvent.asyncUnlinks, call(unlinkEmpty)],
    [TimerEvent.iaaWatchdog, call(watchdog)],
    [TimerEvent.disableAsync, call(disableAse)],
  ]);
  return {
    schedule,
    afterSubmit: [pollAss],
    onAdvance: [when(() => finished.takeAdvance(), call(advance))],
    afterScan: act(() => schedule.scanned()),
  };
}

/** ehci_poll_ASS(), when it is asked for. */
function pollOf(machine: Machine, schedule: AsyncSchedule): Step {
  const program = fn(
    'ehci_poll_ASS',
    cpu(machine.costs.mmioReadNs),
    act(() => schedule.switch.poll()),
    when(() => schedule.switch.mustCommand, ...commandOf(machine, schedule)),
  );
  return when(() => schedule.switch.mustPoll, call(program));
}

/** ehci_set_command_bit() or ehci_clear_command_bit(): reading back unblocks the write. */
function commandOf({ costs }: Machine, schedule: AsyncSchedule): readonly Step[] {
  return [cpu(costs.mmioWriteNs), act(() => schedule.switch.command()), cpu(costs.mmioReadNs)];
}

type Handled = readonly [event: (typeof TimerEvent)[keyof typeof TimerEvent], ...steps: readonly Step[]];

/** ehci_hrtimer_func() in the interrupt of a core's own timer, which is none of the controller's. */
function lineOf(machine: Machine, timer: EhciTimer, handled: readonly Handled[]): IrqLine {
  const { hcdLock, costs } = machine;
  const entryNs = Math.floor(costs.irqNs / 2);
  const func = fn(
    'ehci_hrtimer_func',
    ...lockIrqSave(hcdLock),
    act(() => timer.collect()),
    ...handled.map(([event, ...steps]) => when(() => timer.isDue(event), ...steps)),
    ...unlockIrqRestore(hcdLock),
  );
  const program = fn('hrtimer_interrupt', cpu(entryNs), call(func), cpu(costs.irqNs - entryNs));
  return new IrqLine(machine.irqCore.context('hrtimer', Level.hardirq, program));
}
