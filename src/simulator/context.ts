import type { Monitor } from './monitor.ts';
import { type Context, type Core, type Fn, Level, type LevelOf, type Lock, type Urb } from './parts.ts';
import type { Code } from './program.ts';

export interface ContextOf {
  readonly name: string;
  readonly level: LevelOf;
  readonly core: Core;
  readonly program: Fn;
  /** Cost of switching to it, when it is a thread. */
  readonly switchNs?: number;
}

/** A context that keeps its own account: where it is in its program, and the time it has had. */
export class RunContext implements Context {
  readonly name: string;
  readonly level: LevelOf;
  readonly core: Core;
  readonly switchNs: number;
  urb: Urb | null = null;
  at = 0;
  remainingNs = 0;
  irqsOffDepth = 0;
  bhOffDepth = 0;
  readonly held: Lock[] = [];
  state: 'blocked' | 'ready' | 'running' = 'blocked';
  spinsFor: Lock | null = null;
  cpuNs = 0;
  urbFinishedNs = 0;
  #completing: Urb | null = null;
  #completionFromNs = 0;
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

  leave(): boolean {
    const callee = this.frames.pop();
    const entryNs = this.#entryNs.pop() ?? 0;
    if (callee !== undefined) callee.inclusiveNs += this.cpuNs - entryNs;
    this.at = this.#returns.pop() ?? -1;
    this.#monitor.left(this);
    return this.at >= 0;
  }

  beginCompletion(): void {
    this.core.charge();
    this.#completionFromNs = this.cpuNs;
    this.urbFinishedNs = this.urb?.finishedNs ?? 0;
    this.#completing = this.urb;
    if (this.urb !== null) this.urb.isPending = false;
  }

  endCompletion(nowNs: number): void {
    this.core.charge();
    const cpuNs = this.cpuNs - this.#completionFromNs;
    this.#completing?.tally.completed(cpuNs, nowNs - this.urbFinishedNs);
  }

  get isInterrupt(): boolean {
    return this.level >= Level.softirq;
  }

  get #isPreemptionOn(): boolean {
    const hasLock = this.held.length > 0 || this.spinsFor !== null;
    return !hasLock && this.irqsOffDepth === 0 && this.bhOffDepth === 0;
  }

  get isPreemptible(): boolean {
    return !this.isInterrupt && this.#isPreemptionOn;
  }
}
