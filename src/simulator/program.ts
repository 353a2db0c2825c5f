import { type Act, type Context, type Fn, type Lock, Op, type Step, type Test } from './parts.ts';

/** A function of the driver: its name is what a trace and a profile print. */
export function fn(name: string, ...steps: readonly Step[]): Fn {
  return { name, steps, entry: -1, inclusiveNs: 0, calls: 0 };
}

/** Work of a fixed length, in whole nanoseconds; interruptible unless interrupts are off. */
export function cpu(ns: number): Step {
  return { op: Op.cpu, ns };
}

/** Work whose length is known when it begins. */
export function cpuOf(ns: (self: Context) => number): Step {
  return { op: Op.cpuOf, ns };
}

/** memcpy() out of a transfer buffer. */
export function copy(ns: number): Step {
  return cpu(ns);
}

/** Something that takes no time by itself: a list operation, a flag, a message to the hardware. */
export function act(action: Act): Step {
  return { op: Op.act, act: action };
}

/** spin_lock(): the uncontended cost first, so that it does not count as time held. */
export function lock(spinLock: Lock): readonly Step[] {
  return [cpu(spinLock.lockNs), { op: Op.acquire, lock: spinLock }];
}

/** spin_lock() whose cost is counted elsewhere. */
export function take(spinLock: Lock): Step {
  return { op: Op.acquire, lock: spinLock };
}

/** spin_unlock(); its cost is part of lock(). */
export function unlock(spinLock: Lock): Step {
  return { op: Op.release, lock: spinLock };
}

/** spin_lock_irqsave(). */
export function lockIrqSave(spinLock: Lock): readonly Step[] {
  return [irqSave(), ...lock(spinLock)];
}

/** spin_unlock_irqrestore(). */
export function unlockIrqRestore(spinLock: Lock): readonly Step[] {
  return [unlock(spinLock), irqRestore()];
}

export function irqSave(): Step {
  return { op: Op.irqSave };
}

export function irqRestore(): Step {
  return { op: Op.irqRestore };
}

export function bhDisable(): Step {
  return { op: Op.bhDisable };
}

/** local_bh_enable(): what was raised meanwhile runs here. */
export function bhEnable(): Step {
  return { op: Op.bhEnable };
}

/** Sleeps until the test holds; a thread only. Whoever makes it true wakes the thread. */
export function wait(until: Test): Step {
  return { op: Op.wait, until };
}

export function call(callee: Fn): Step {
  return { op: Op.call, fn: callee };
}

/** Calls through a pointer, such as urb->complete; null calls nothing. */
export function invoke(choose: (self: Context) => Fn | null): Step {
  return { op: Op.invoke, choose };
}

export function when(test: Test, ...steps: readonly Step[]): Step {
  return { op: 'when', test, steps };
}

export function loop(test: Test, ...steps: readonly Step[]): Step {
  return { op: 'loop', test, steps };
}

export function forever(...steps: readonly Step[]): Step {
  return loop(() => true, ...steps);
}

/** One step in flat form. All have the same fields, so that the loop that runs them stays fast. */
export class Instruction {
  readonly op: number;
  /** Where a jump goes. */
  target = 0;
  readonly ns: number = 0;
  readonly nsOf: ((self: Context) => number) | null = null;
  readonly lock: Lock | null = null;
  readonly act: Act | null = null;
  readonly test: Test | null = null;
  readonly choose: ((self: Context) => Fn | null) | null = null;
  readonly fn: Fn | null = null;

  constructor(step: Step | { readonly op: typeof Op.jump | typeof Op.back }) {
    this.op = typeof step.op === 'number' ? step.op : Op.jumpUnless;
    switch (step.op) {
      case 'when':
      case 'loop':
        this.test = step.test;
        break;
      case Op.cpu:
        this.ns = wholeNs(step.ns);
        break;
      case Op.cpuOf:
        this.nsOf = step.ns;
        break;
      case Op.acquire:
      case Op.release:
        this.lock = step.lock;
        break;
      case Op.act:
        this.act = step.act;
        break;
      case Op.wait:
        this.test = step.until;
        break;
      case Op.invoke:
        this.choose = step.choose;
        break;
      case Op.call:
        this.fn = step.fn;
        break;
      default:
        // The others say it all by their name.
        break;
    }
  }
}

/** The flat form of all functions that ran on one machine. */
export class Code {
  readonly at: Instruction[] = [];
  readonly functions: Fn[] = [];

  /** @returns where the function begins; translates it when this is its first call */
  entryOf(callee: Fn): number {
    if (callee.entry >= 0) return callee.entry;
    callee.entry = this.at.length;
    this.functions.push(callee);
    this.#translate(callee.steps);
    this.at.push(new Instruction({ op: Op.back }));
    return callee.entry;
  }

  #translate(steps: readonly Step[]): void {
    for (const step of steps) {
      const instruction = new Instruction(step);
      const top = this.at.push(instruction) - 1;
      if (step.op !== 'when' && step.op !== 'loop') continue;
      this.#translate(step.steps);
      if (step.op === 'loop') this.#jumpTo(top);
      instruction.target = this.at.length;
    }
  }

  #jumpTo(target: number): void {
    const jump = new Instruction({ op: Op.jump });
    jump.target = target;
    this.at.push(jump);
  }
}

function wholeNs(ns: number): number {
  if (ns >= 0 && Number.isSafeInteger(ns)) return ns;
  throw new RangeError(`work is a whole number of nanoseconds, not ${ns}`);
}
