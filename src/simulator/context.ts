import type { Core } from './cpu.ts';
import type { SpinLock } from './lock.ts';
import type { Monitor } from './monitor.ts';
import type { Code, Fn } from './program.ts';
import type { Urb } from './urb.ts';

/** What may interrupt what: a higher level runs on top of a lower one. */
export const Level = { idle: 0, user: 1, kthread: 2, fifo: 3, softirq: 4, hardirq: 5 } as const;
export type LevelOf = (typeof Level)[keyof typeof Level];

export interface ContextOf {
  readonly name: string;
  readonly level: LevelOf;
  readonly core: Core;
  readonly program: Fn;
  /** Cost of switching to it, when it is a thread. */
  readonly switchNs?: number;
}

/** One flow of control: a thread, the softirqs of a core, or the handler of an interrupt line. */
export class Context {
  readonly name: string;
  readonly level: LevelOf;
  readonly core: Core;
  readonly switchNs: number;
  /** The URB being worked on: what the driver's functions pass each other as their argument. */
  urb: Urb | null = null;
  /** Next step. */
  at = 0;
  /** Work begun and not finished. */
  remainingNs = 0;
  irqsOffDepth = 0;
  bhOffDepth = 0;
  /** Spinlocks it holds, in the order it took them. */
  readonly held: SpinLock[] = [];
  state: 'blocked' | 'ready' | 'running' = 'blocked';
  /** The lock it spins for. */
  spinsFor: SpinLock | null = null;
  cpuNs = 0;
  /** When the URB being completed had crossed the bus; kept here because complete() may submit it again. */
  urbFinishedNs = 0;
  #completing: Urb | null = null;
  #completionFromNs = 0;
  /** Functions it is inside of, outermost first. */
  readonly frames: Fn[] = [];
  readonly #program: Fn;
  readonly #returns: number[] = [];
  readonly #entryNs: number[] = [];
  readonly #code: Code;
  readonly #monitor: Monitor;

  constructor(of: ContextOf, code: Code, monitor: Monitor) {
    this.name = of.name;
    this.level = of.level;
    this.core = of.core;
    this.switchNs = of.switchNs ?? 0;
    this.#program = of.program;
    this.#code = code;
    this.#monitor = monitor;
  }

  /** To the first step of its program; it must have left it, or never entered it. */
  restart(): void {
    this.enter(this.#program, -1);
  }

  enter(callee: Fn, returnTo: number): void {
    this.#monitor.entered(this, callee);
    callee.calls += 1;
    this.frames.push(callee);
    this.#returns.push(returnTo);
    this.#entryNs.push(this.cpuNs);
    this.at = this.#code.entryOf(callee);
  }

  /** Returns from the innermost function; false when that was the program itself. */
  leave(): boolean {
    const callee = this.frames.pop();
    const entryNs = this.#entryNs.pop() ?? 0;
    if (callee !== undefined) callee.inclusiveNs += this.cpuNs - entryNs;
    this.at = this.#returns.pop() ?? -1;
    this.#monitor.left(this);
    return this.at >= 0;
  }

  /** complete() is about to be called: from here on the URB belongs to the class driver. */
  beginCompletion(): void {
    this.core.charge();
    this.#completionFromNs = this.cpuNs;
    this.urbFinishedNs = this.urb?.finishedNs ?? 0;
    this.#completing = this.urb;
    if (this.urb !== null) this.urb.isPending = false;
  }

  /** complete() has returned. Its time is CPU time: interruptions do not count. */
  endCompletion(nowNs: number): void {
    this.core.charge();
    const cpuNs = this.cpuNs - this.#completionFromNs;
    this.#completing?.tally.completed(cpuNs, nowNs - this.urbFinishedNs);
  }

  /** Interrupt or softirq: what may not sleep, and where a raised softirq runs on the way out. */
  get isInterrupt(): boolean {
    return this.level >= Level.softirq;
  }

  get #isPreemptionOn(): boolean {
    const hasLock = this.held.length > 0 || this.spinsFor !== null;
    return !hasLock && this.irqsOffDepth === 0 && this.bhOffDepth === 0;
  }

  /** A thread the scheduler may take the core from. */
  get isPreemptible(): boolean {
    return !this.isInterrupt && this.#isPreemptionOn;
  }
}
