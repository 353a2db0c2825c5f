import type { LockHazard } from './measurement.ts';
import { type Context, Level, type Lock } from './parts.ts';

/** Ways a lock was taken; which of them must not meet in one lock is what `hazards` knows. */
const InHardirq = 1;
const InSoftirq = 2;
const IrqsOn = 4;
const SoftirqsOn = 8;
const AllOff = 16;

/**
 * The kernel's lock validator in small: locks of one name are a class; a class that an interrupt takes must never be
 * held with interrupts on, and no two classes may be taken in both orders. Finds what a run made possible without
 * having to meet it. Source: Documentation/locking/lockdep-design.rst
 */
export class LockClasses {
  readonly #locks: Lock[] = [];
  readonly #takenInside = new Map<string, Set<string>>();

  taken(context: Context, lock: Lock): void {
    if (lock.usage === 0) this.#locks.push(lock);
    lock.usage |= usageOf(context);
    if (context.held.length > 1) this.#takenIn(context.held, lock);
  }

  hazards(): readonly LockHazard[] {
    return [...this.#unsafe(), ...this.#circles()];
  }

  #takenIn(held: readonly Lock[], lock: Lock): void {
    const outer = held.at(-2) ?? null;
    if (held.length === 2 && lock.lastOuter === outer) return;
    lock.lastOuter = outer;
    for (const { name } of held) {
      if (name !== lock.name) this.#insideOf(name).add(lock.name);
    }
  }

  *#unsafe(): Generator<LockHazard> {
    const usages = new Map<string, number>();
    for (const { name, usage } of this.#locks) usages.set(name, (usages.get(name) ?? 0) | usage);
    for (const [lock, usage] of usages) {
      if (has(usage, InHardirq | IrqsOn)) yield { kind: 'hardirq-unsafe', locks: [lock] };
      if (has(usage, InSoftirq | SoftirqsOn)) yield { kind: 'softirq-unsafe', locks: [lock] };
    }
  }

  *#circles(): Generator<LockHazard> {
    for (const [outer, inner] of this.#takenInside) {
      for (const name of inner) {
        if (outer < name && this.#reaches(name, outer)) yield { kind: 'order', locks: [outer, name] };
      }
    }
  }

  #reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const name of seen) {
      for (const next of this.#insideOf(name)) seen.add(next);
    }
    return seen.has(to);
  }

  #insideOf(name: string): Set<string> {
    const inside = this.#takenInside.get(name) ?? new Set();
    this.#takenInside.set(name, inside);
    return inside;
  }
}

function has(usage: number, both: number): boolean {
  return (usage & both) === both;
}

function usageOf({ level, irqsOffDepth, bhOffDepth }: Context): number {
  if (level === Level.hardirq) return InHardirq;
  const irqs = irqsOffDepth === 0 ? IrqsOn : 0;
  if (level === Level.softirq || bhOffDepth > 0) return InSoftirq | irqs;
  return irqsOffDepth === 0 ? IrqsOn | SoftirqsOn : AllOff;
}
