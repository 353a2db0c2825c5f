import { LockClasses } from './lock-classes.ts';
import type { Deadlock, LockHazard } from './measurement.ts';
import { type Context, Level, type Lock } from './parts.ts';

/** Told of every lock that is taken and of every context that starts to spin. */
export interface LockWatch {
  taken(context: Context, lock: Lock): void;
  /** @returns the deadlock that stops the run, null when the lock will come */
  blocked(waiter: Context, wanted: Lock): Deadlock | null;
  /** What could go wrong with the locks as they were used, although this run did not meet it. */
  hazards(): readonly LockHazard[];
}

/** For runs whose driver programs are known to be sound, or that want to hang as the machine would. */
export const noWatch: LockWatch = {
  taken: () => {},
  blocked: () => null,
  hazards: () => [],
};

/** Finds deadlocks as they happen, and keeps account of how locks are used. */
export function watchLocks(): LockWatch {
  const classes = new LockClasses();
  return {
    taken: (context, lock) => classes.taken(context, lock),
    blocked: deadlockAt,
    hazards: () => classes.hazards(),
  };
}

/**
 * Finds the lock that can never come: its owner is below the waiter on the same core (self-deadlock), or the owner's
 * core spins, in a circle, for a lock of this one (order). The trace goes from the owner to the lock wanted.
 */
function deadlockAt(waiter: Context, wanted: Lock): Deadlock | null {
  const path: Step[] = [];
  let context = waiter;
  let lock = wanted;
  for (;;) {
    path.push({ context, wanted: lock });
    const owner = lock.owner;
    if (owner === null) return null;
    if (owner.core === waiter.core) return deadlockOf(path, wanted);
    const top = owner.core.top;
    if (top.spinsFor === null || path.some((step) => step.context === top)) return null;
    context = top;
    lock = top.spinsFor;
  }
}

interface Step {
  readonly context: Context;
  readonly wanted: Lock;
}

function deadlockOf(path: readonly Step[], wanted: Lock): Deadlock {
  return {
    kind: path.length === 1 ? 'self' : 'order',
    lock: wanted.name,
    trace: path.flatMap((step) => traceOf(step.context, step.wanted)),
  };
}

/** The functions from the one that took a lock, or from the handler it runs in, to the lock that never comes. */
function traceOf(waiter: Context, wanted: Lock): readonly string[] {
  const stack = waiter.core.stackedContexts();
  const owner = wanted.owner === null ? -1 : stack.indexOf(wanted.owner);
  const first = owner >= 0 ? owner : stack.indexOf(waiter);
  const trace = stack.slice(first, stack.indexOf(waiter) + 1).flatMap(framesOf);
  trace.push(`${waiter.irqsOffDepth > 0 ? 'spin_lock_irqsave' : 'spin_lock'}(&${wanted.name})`);
  return trace;
}

function framesOf(context: Context): readonly string[] {
  const names = context.frames.map((callee, index) => {
    const taken = context.held.filter((lock) => lock.ownerDepth === index + 1).map((lock) => lock.name);
    return taken.length > 0 ? `${callee.name} [takes ${taken.join(', ')}]` : callee.name;
  });
  // The entry code of an interrupt says nothing that its handler does not.
  return context.level === Level.hardirq ? names.slice(1) : names;
}
