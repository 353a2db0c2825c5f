import { lockName } from './lock-calls.ts';

/** How often something may have been switched off by then, at least and at most. */
export interface Depth {
  readonly min: number;
  readonly max: number;
}

/** What a function itself has done by some point, over all ways that lead there. */
export interface FlowState {
  /** Locks it holds on every way, as it writes them, in the order they were taken. */
  readonly held: readonly string[];
  /** Locks it may have let go that it did not take: a caller's. */
  readonly freed: ReadonlySet<string>;
  readonly irqsOff: Depth;
  readonly bhsOff: Depth;
  /** Interrupt lines it has masked: their handlers do not come, and it may sleep all the same. */
  readonly maskedLines: Depth;
}

/** What a call does to locks, interrupts and bottom halves. */
interface LockEffect {
  readonly does: 'take' | 'free' | 'neither';
  readonly irqs: -1 | 0 | 1;
  readonly bhs: -1 | 0 | 1;
}

/** Deeper nesting is counted as this deep: a loop that is not balanced must come to an end. */
const DEPTH_MAX = 4;

const effect = (does: LockEffect['does'], irqs: LockEffect['irqs'], bhs: LockEffect['bhs']): LockEffect => ({
  does,
  irqs,
  bhs,
});

const SPIN: readonly (readonly [string, LockEffect])[] = [
  ['spin_lock', effect('take', 0, 0)],
  ['spin_lock_nested', effect('take', 0, 0)],
  ['spin_lock_irq', effect('take', 1, 0)],
  ['spin_lock_irqsave', effect('take', 1, 0)],
  ['spin_lock_bh', effect('take', 0, 1)],
  ['spin_unlock', effect('free', 0, 0)],
  ['spin_unlock_irq', effect('free', -1, 0)],
  ['spin_unlock_irqrestore', effect('free', -1, 0)],
  ['spin_unlock_bh', effect('free', 0, -1)],
];

/** The calls that matter here, by name; a mutex is none of them. */
const EFFECTS: ReadonlyMap<string, LockEffect> = new Map([
  ...SPIN,
  ...SPIN.map(([name, what]): readonly [string, LockEffect] => [`raw_${name}`, what]),
  ['usbhs_lock', effect('take', 1, 0)],
  ['usbhs_unlock', effect('free', -1, 0)],
  ['local_irq_save', effect('neither', 1, 0)],
  ['local_irq_disable', effect('neither', 1, 0)],
  ['local_irq_restore', effect('neither', -1, 0)],
  ['local_irq_enable', effect('neither', -1, 0)],
  ['local_bh_disable', effect('neither', 0, 1)],
  ['local_bh_enable', effect('neither', 0, -1)],
]);

const MASKS: ReadonlyMap<string, -1 | 1> = new Map([
  ['disable_irq', 1],
  ['disable_irq_nosync', 1],
  ['enable_irq', -1],
]);

/** At the opening brace. */
export const ENTERED: FlowState = {
  held: [],
  freed: new Set(),
  irqsOff: { min: 0, max: 0 },
  bhsOff: { min: 0, max: 0 },
  maskedLines: { min: 0, max: 0 },
};

/** Whether a call takes a spinlock, and leaves interrupts, or bottom halves, as they are. */
export function lockTaken(name: string): { readonly savesIrqs: boolean; readonly stopsBhs: boolean } | null {
  const what = EFFECTS.get(name);
  if (what?.does !== 'take') return null;
  return { savesIrqs: what.irqs > 0, stopsBhs: what.bhs > 0 || what.irqs > 0 };
}

/** The state behind a call. */
export function afterCall(state: FlowState, name: string, firstArgument: string): FlowState {
  const masked = MASKS.get(name);
  if (masked !== undefined) return { ...state, maskedLines: stepped(state.maskedLines, masked) };
  const what = EFFECTS.get(name);
  if (what === undefined) return state;
  const moved = {
    ...state,
    irqsOff: stepped(state.irqsOff, what.irqs),
    bhsOff: stepped(state.bhsOff, what.bhs),
  };
  const lock = lockName(firstArgument);
  switch (what.does) {
    case 'take':
      return { ...moved, held: [...without(state.held, lock), lock] };
    case 'free':
      return state.held.includes(lock)
        ? { ...moved, held: without(state.held, lock) }
        : { ...moved, freed: new Set([...state.freed, lock]) };
    case 'neither':
      return moved;
  }
}

/** Two ways that meet: what is held on both, and what either may have let go. */
export function met(one: FlowState, other: FlowState): FlowState {
  return {
    held: one.held.filter((lock) => other.held.includes(lock)),
    freed: new Set([...one.freed, ...other.freed]),
    irqsOff: spanned(one.irqsOff, other.irqsOff),
    bhsOff: spanned(one.bhsOff, other.bhsOff),
    maskedLines: spanned(one.maskedLines, other.maskedLines),
  };
}

function without(locks: readonly string[], lock: string): string[] {
  return locks.filter((one) => one !== lock);
}

function stepped({ min, max }: Depth, step: number): Depth {
  const within = (depth: number): number => Math.min(DEPTH_MAX, Math.max(0, depth + step));
  return { min: within(min), max: within(max) };
}

function spanned(one: Depth, other: Depth): Depth {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}
