import type { Report } from '../report.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];

/** The steps of one giveback, in their order; a side has those that happen there. */
export const STEP_ORDER = [
  'interrupt',
  'handler',
  'hand-over',
  'lock',
  'giveback-function',
  'drop',
  'giveback-call',
  'completion',
  'resubmission',
  'relock',
  'unlock',
  'later',
  'later-completion',
  'later-resubmission',
] as const;
export type StepName = (typeof STEP_ORDER)[number];

export interface Step {
  /** How deep it is inside what runs it. */
  readonly depth: number;
  readonly says: string;
  /** Whether it never ends. */
  readonly isDeadlock: boolean;
}

export type Steps = ReadonlyMap<StepName, Step>;

/** Where the driver's giveback function runs, in the words of a trace. */
const CALLER = {
  hardirq: 'hardirq, interrupts off',
  tasklet: 'softirq: a tasklet or timer',
  'bh-workqueue': 'softirq: a BH work item',
  'threaded-irq': 'the IRQ thread',
  workqueue: 'a work item',
  kthread: 'a kthread',
} as const satisfies Record<Hcd['giveback']['context'], string>;

/** What happens from the interrupt to complete() and to the URB that is submitted again in it. */
export function givebackSteps(hcd: Hcd, era: Model['era']): Steps {
  const steps: [StepName, Step][] = [...driverSteps(hcd), ...endSteps(hcd, era)];
  return new Map(steps);
}

function step(name: StepName, depth: number, says: string, isDeadlock = false): [StepName, Step] {
  return [name, { depth, says, isDeadlock }];
}

function driverSteps(hcd: Hcd): [StepName, Step][] {
  const { giveback, irq } = hcd;
  const line = irq.type === 'hard' ? CALLER.hardirq : CALLER['threaded-irq'];
  const isElsewhere = !hcd.hcdBh && CALLER[giveback.context] !== line;
  return [
    step('interrupt', 0, line),
    step('handler', 1, `${irq.handler}()`),
    ...(isElsewhere ? [step('hand-over', 0, CALLER[giveback.context])] : []),
    step('lock', 1, `takes ${giveback.lock}`),
    step('giveback-function', 1, `${giveback.function}()`),
    step('drop', 1, dropWords(hcd)),
    step('giveback-call', 1, 'usb_hcd_giveback_urb()'),
  ];
}

function dropWords({ hcdBh, giveback: { lock, lockDropped, lockHeld } }: Hcd): string {
  if (lockDropped) return `lets ${lock} go`;
  return lockHeld || hcdBh ? `keeps ${lock}` : `has let ${lock} go`;
}

function endSteps(hcd: Hcd, era: Model['era']): [StepName, Step][] {
  const { hcdBh, giveback } = hcd;
  const { lock, lockDropped, lockHeld } = giveback;
  const relock = lockDropped ? [step('relock', 1, `takes ${lock} again`)] : [];
  const unlock = lockDropped || lockHeld || hcdBh ? [step('unlock', 1, `lets ${lock} go`)] : [];
  if (!hcdBh)
    return [
      step('completion', 2, completionWords(hcd)),
      step('resubmission', 3, resubmissionWords(hcd, lockHeld), lockHeld && hcd.enqueue.takesLock),
      ...relock,
      ...unlock,
    ];
  const item = giveback.context === 'bh-workqueue' ? 'a BH work item' : 'a tasklet';
  return [
    step('completion', 2, `puts the URB on the list of ${item}`),
    ...relock,
    ...unlock,
    step('later', 0, laterWords(hcd, era)),
    step('later-completion', 1, completionWords(hcd)),
    step('later-resubmission', 2, resubmissionWords(hcd, false)),
  ];
}

/** A coherent buffer is mapped for good; any other is unmapped, and maybe copied, before its owner sees it. */
function completionWords({ buffers }: Hcd): string {
  return buffers.kind === 'coherent'
    ? 'calls complete(); a coherent buffer stays mapped'
    : 'unmaps the buffer, calls complete()';
}

/** In an IRQ thread nothing runs the softirq at once: it is left to ksoftirqd. */
function laterWords({ giveback, irq }: Hcd, era: Model['era']): string {
  const item = giveback.context === 'bh-workqueue' ? 'BH work item' : 'tasklet';
  const runner = irq.type === 'threaded' ? 'ksoftirqd' : 'softirq';
  const interrupts = era === null ? '' : `, interrupts ${era === 'E1' ? 'off' : 'on'} in complete()`;
  return `${runner}: the ${item}${interrupts}`;
}

function resubmissionWords({ enqueue, giveback: { lock } }: Hcd, isHeld: boolean): string {
  const call = `usb_submit_urb() → ${enqueue.function}()`;
  if (!enqueue.takesLock) return `may call ${call}`;
  return `may call ${call}: ${isHeld ? 'DEADLOCK on' : 'takes'} ${lock}`;
}
