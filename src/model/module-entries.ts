import { entryPoints, HANDLER_ARGUMENTS } from './entry-points.ts';
import type { GivebackContext } from './hcd.ts';
import { lockName } from './lock-calls.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Where code of a module runs when the kernel enters it. `complete`: an URB's completion handler, which is in hardirq
 * under a host controller without HCD_BH and in softirq under one with it.
 */
export type EntryContext = 'hardirq' | 'softirq' | 'thread' | 'complete';

/** A function that the kernel calls by itself. */
export interface Entry {
  readonly function: string;
  readonly context: EntryContext;
  /** What calls it, for a trace: "interrupt", "tasklet", "usb_submit_urb". */
  readonly by: string;
}

/**
 * Members of the kernel's structures of callbacks that are called with interrupts on, from a thread that may sleep.
 * Source: Linux 6.1, usb_hcd_submit_urb() and unlink1() of usbcore, Documentation/driver-api/usb/callbacks.rst,
 * Documentation/networking/netdevices.rst
 */
const THREAD_MEMBERS = new Map([
  ['urb_enqueue', 'usb_submit_urb'],
  ['urb_dequeue', 'usb_unlink_urb'],
  ['endpoint_disable', 'usb_hcd_disable_endpoint'],
  ['hub_control', 'usb_control_msg'],
  ['bus_suspend', 'hcd_bus_suspend'],
  ['bus_resume', 'hcd_bus_resume'],
  ['probe', 'usb_probe_interface'],
  ['disconnect', 'usb_unbind_interface'],
  ['ndo_open', '__dev_open'],
  ['ndo_stop', '__dev_close_many'],
  ['open', 'open(2)'],
  ['close', 'close(2)'],
  ['read', 'read(2)'],
  ['write', 'write(2)'],
  ['unlocked_ioctl', 'ioctl(2)'],
  ['suspend', 'usb_suspend_interface'],
  ['resume', 'usb_resume_interface'],
]);
/** Those that are called in softirq as well: class drivers submit from tasklets and timers, usbnet_bh() for one. */
const SOFTIRQ_MEMBERS = new Map([
  ['ndo_start_xmit', 'dev_hard_start_xmit'],
  ['urb_enqueue', 'usb_submit_urb from a tasklet'],
]);

const CONTEXTS: Readonly<Record<GivebackContext, readonly [EntryContext, string]>> = {
  hardirq: ['hardirq', 'interrupt'],
  'threaded-irq': ['thread', 'irq thread'],
  tasklet: ['softirq', 'tasklet or timer'],
  'bh-workqueue': ['softirq', 'BH work queue'],
  kthread: ['thread', 'kthread'],
  workqueue: ['thread', 'work queue'],
};

/** Every entry of a module: interrupts, tasklets, timers, threads, callbacks of its structures, completion handlers. */
export function entriesOf(files: readonly SourceFile[], isHcdIrqThreaded: boolean): Entry[] {
  const registered = entryPoints(files).map((entry): Entry => {
    const [context, by] = CONTEXTS[entry.isHcdIrq && isHcdIrqThreaded ? 'threaded-irq' : entry.context];
    return { function: entry.function, context, by };
  });
  const members = files.flatMap((file) => file.members);
  const called = members.flatMap(({ member, value }): Entry[] => {
    const thread = THREAD_MEMBERS.get(member);
    const softirq = SOFTIRQ_MEMBERS.get(member);
    return [
      ...(member === 'complete' ? [completion(value)] : []),
      ...(thread === undefined ? [] : [{ function: value, context: 'thread', by: thread } as const]),
      ...(softirq === undefined ? [] : [{ function: value, context: 'softirq', by: softirq } as const]),
    ];
  });
  const filled = files
    .flatMap(({ calls }) => calls)
    .flatMap(({ name, args }) => args[HANDLER_ARGUMENTS.get(name) ?? -1] ?? [])
    .map((handler) => completion(lockName(handler).replace(/^.*\)/, '')));
  return unique([...registered, ...called, ...filled]);
}

function completion(handler: string): Entry {
  return { function: handler, context: 'complete', by: '__usb_hcd_giveback_urb' };
}

function unique(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [`${entry.context} ${entry.function}`, entry])).values()];
}
