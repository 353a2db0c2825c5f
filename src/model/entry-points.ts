import type { GivebackContext } from './hcd.ts';
import { lockName as plainName } from './lock-calls.ts';
import type { SourceCall, SourceFile } from './source-file.ts';

/** A function that the kernel calls by itself, and where it runs it. */
export interface EntryPoint {
  readonly function: string;
  readonly context: GivebackContext;
  /** usb_hcd_irq() stands between the interrupt and the handler that a struct hc_driver names. */
  readonly isHcdIrq: boolean;
  readonly source: string;
}

interface Registration {
  /** Which argument is the function. */
  readonly argument: number;
  readonly context: GivebackContext;
}

/** Calls that name a function for the kernel to call. A timer's function runs in softirq, as a tasklet's does. */
const REGISTRATIONS = new Map<string, readonly Registration[]>([
  ['request_irq', [{ argument: 1, context: 'hardirq' }]],
  ['devm_request_irq', [{ argument: 2, context: 'hardirq' }]],
  ['request_threaded_irq', threaded(1)],
  ['devm_request_threaded_irq', threaded(2)],
  ['tasklet_setup', [{ argument: 1, context: 'tasklet' }]],
  ['tasklet_init', [{ argument: 1, context: 'tasklet' }]],
  ['DECLARE_TASKLET', [{ argument: 1, context: 'tasklet' }]],
  ['DECLARE_TASKLET_OLD', [{ argument: 1, context: 'tasklet' }]],
  ['timer_setup', [{ argument: 1, context: 'tasklet' }]],
  ['kthread_run', [{ argument: 0, context: 'kthread' }]],
  ['kthread_create', [{ argument: 0, context: 'kthread' }]],
  ['kthread_get_run', [{ argument: 0, context: 'kthread' }]],
  ['INIT_WORK', [{ argument: 1, context: 'workqueue' }]],
  ['INIT_DELAYED_WORK', [{ argument: 1, context: 'workqueue' }]],
]);
/** The member of a struct hrtimer that names its function. */
const TIMER_MEMBER = 'function';

/** The nearest to the device first: what an interrupt reaches is not looked for in a thread. */
const ORDER: readonly GivebackContext[] = [
  'hardirq',
  'threaded-irq',
  'tasklet',
  'bh-workqueue',
  'kthread',
  'workqueue',
];

/** Where each call that fills an URB has the completion handler. */
export const HANDLER_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['usb_fill_bulk_urb', 5],
  ['usb_fill_int_urb', 5],
  ['usb_fill_control_urb', 6],
]);

/** The names of all calls that make an entry point, or name a completion handler. */
export const REGISTRATION_NAMES: ReadonlySet<string> = new Set([
  ...REGISTRATIONS.keys(),
  ...HANDLER_ARGUMENTS.keys(),
]);

/** All functions of a driver that are called from outside: by interrupts, timers, tasklets, threads and work items. */
export function entryPoints(files: readonly SourceFile[]): EntryPoint[] {
  const members = files.flatMap((file) => file.members);
  const handlers = files
    .flatMap(({ drivers }) => drivers)
    .flatMap(({ fields, path, line }): EntryPoint[] => {
      const handler = fields.get('irq');
      return handler
        ? [{ function: handler, context: 'hardirq', isHcdIrq: true, source: `${path}:${line}` }]
        : [];
    });
  const registered = files.flatMap(({ calls }) => calls).flatMap((call) => registeredBy(call, members));
  const timers = files.flatMap(timersOf);
  const ownLines = ownLineHandlers(files, handlers);
  return [...handlers, ...registered, ...timers].toSorted((a, b) => rank(a, ownLines) - rank(b, ownLines));
}

/** Handlers that a struct hc_driver names, and functions that call one: whoever asks for such an interrupt serves it. */
function ownLineHandlers(files: readonly SourceFile[], handlers: readonly EntryPoint[]): Set<string> {
  const names = handlers.map((handler) => handler.function);
  const callers = files
    .flatMap(({ functions }) => functions)
    .filter(({ callees }) => names.some((name) => callees.has(name)));
  return new Set([...names, ...callers.map(({ name }) => name)]);
}

/** A driver that asks for its line itself is served so, and in a thread if it asks for one; then come the others. */
function rank({ function: name, context, isHcdIrq }: EntryPoint, ownLines: ReadonlySet<string>): number {
  const isOwnLine = !isHcdIrq && ownLines.has(name);
  if (isOwnLine && context === 'threaded-irq') return 0;
  return isOwnLine && context === 'hardirq' ? 1 : 2 + ORDER.indexOf(context);
}

function threaded(handler: number): Registration[] {
  return [
    { argument: handler + 1, context: 'threaded-irq' },
    { argument: handler, context: 'hardirq' },
  ];
}

/** A function that is named through a member, `musb->isr`, stands for all that the driver puts there. */
function registeredBy({ name, args, path, line }: SourceCall, members: SourceFile['members']): EntryPoint[] {
  return (REGISTRATIONS.get(name) ?? []).flatMap(({ argument, context }) => {
    const named = plainName(args[argument] ?? '').replace(/^.*\)/, '');
    const member = named.split('->').at(-1);
    const values = named.includes('->') ? members.filter((one) => one.member === member) : [{ value: named }];
    return values
      .filter(({ value }) => value !== '' && value !== 'NULL')
      .map(({ value }) => ({ function: value, context, isHcdIrq: false, source: `${path}:${line}` }));
  });
}

function timersOf({ path, members }: SourceFile): EntryPoint[] {
  return members
    .filter(({ member }) => member === TIMER_MEMBER)
    .map(({ value }) => ({ function: value, context: 'tasklet', isHcdIrq: false, source: path }));
}
