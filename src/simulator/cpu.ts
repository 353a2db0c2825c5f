import type { Board } from './board.ts';
import { RunContext } from './context.ts';
import { type Engine, Order, type OrderOf } from './engine.ts';
import { execute } from './execute.ts';
import { Idle } from './idle.ts';
import { IrqsOff } from './irqs-off.ts';
import {
  type Context,
  type Core,
  type Fn,
  type Interrupt,
  Level,
  type LevelOf,
  Op,
  type Softirqs,
} from './parts.ts';
import { fn } from './program.ts';
import { RunQueue } from './run-queue.ts';
import { orderOf, Segment } from './segment.ts';

/**
 * One core: a stack of contexts, idle < user < kthread < FIFO thread < softirq < hardirq. The top one runs; what it
 * interrupted keeps the remainder of its work. Every nanosecond is charged to the context on top, so that the times
 * of the levels add up to wall time exactly.
 */
export class Cpu implements Core {
  readonly index: number;
  readonly levelNs: number[] = [0, 0, 0, 0, 0, 0];
  top: Context;
  softirqs: Softirqs | null = null;
  needsResched = false;
  contextSwitches = 0;
  wakeups = 0;
  readonly #board: Board;
  readonly #engine: Engine;
  readonly #idle: Context;
  readonly #stack: Context[] = [];
  readonly #pendingLines: Interrupt[] = [];
  readonly #ready = new RunQueue();
  readonly #irqsOff: IrqsOff;
  readonly #sleep: Idle;
  readonly #segment: Segment;
  readonly #onLook: number;
  #thread: Context;
  #sinceNs = 0;
  #isLooking = false;

  constructor(index: number, board: Board) {
    this.index = index;
    this.#board = board;
    this.#engine = board.engine;
    this.#irqsOff = new IrqsOff(board.monitor);
    this.#sleep = new Idle(board.idleStates);
    this.#idle = this.context('idle', Level.idle, fn('do_idle'));
    this.top = this.#idle;
    this.#thread = this.#idle;
    this.#stack.push(this.#idle);
    this.#segment = new Segment(board.engine, () => execute(this, board));
    this.#onLook = board.engine.register(() => this.#look());
  }

  context(name: string, level: LevelOf, program: Fn, switchNs = 0): Context {
    const { code, monitor } = this.#board;
    return new RunContext({ name, level, core: this, program, switchNs }, code, monitor);
  }

  stackedContexts(): readonly Context[] {
    return this.#stack;
  }

  charge(): void {
    const ns = this.#engine.nowNs - this.#sinceNs;
    if (ns === 0) return;
    this.#sinceNs = this.#engine.nowNs;
    const top = this.top;
    top.cpuNs += ns;
    this.levelNs[top.level] = (this.levelNs[top.level] ?? 0) + ns;
  }

  /** The longest stretch without interrupts since the last `reset`. */
  get irqsOffNsMax(): number {
    return this.#irqsOff.longestNs;
  }

  /** Starts counting afresh, at this instant. */
  reset(): void {
    this.charge();
    this.levelNs.fill(0);
    this.contextSwitches = 0;
    this.wakeups = 0;
    this.#irqsOff.longestNs = 0;
  }

  interrupt(line: Interrupt): void {
    this.#pendingLines.push(line);
    if (this.#takesIrqs()) this.look(Order.hardirq);
  }

  wake(thread: Context, ipiNs = 0): void {
    if (thread.state !== 'blocked') return;
    thread.state = 'ready';
    this.wakeups += 1;
    this.#ready.add(thread);
    if (thread.level > this.#thread.level) {
      this.needsResched = true;
      if (this.top.isPreemptible) this.look(Order.thread, ipiNs);
    }
  }

  /** Looks again, at this instant, at what should run; at once would be inside somebody else's step. */
  look(order: OrderOf, ipiNs = 0): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const wakeUpNs = this.top === this.#idle ? this.#sleep.exitNs(this.#engine.nowNs) : 0;
    this.#engine.schedule(ipiNs + wakeUpNs, order, this.#onLook);
  }

  granted(context: Context, handoverNs: number): void {
    context.remainingNs = handoverNs;
    if (context !== this.top) return;
    context.remainingNs = 0;
    this.#segment.begin(handoverNs, Order.hardirq);
  }

  #look(): void {
    this.#isLooking = false;
    if (this.#pendingLines.length > 0 && this.#takesIrqs()) {
      this.#pause();
      this.#enterIrq();
      execute(this, this.#board);
    } else if (this.needsResched && this.top.isPreemptible) {
      this.#pause();
      this.#preempt();
      execute(this, this.#board);
    }
  }

  /** Stops the work of the context on top; it keeps the remainder. */
  #pause(): void {
    this.charge();
    const leftNs = this.#segment.stop();
    if (leftNs !== null) this.top.remainingNs = leftNs;
  }

  spend(context: Context, ns: number): boolean {
    if (ns === 0 || this.#engine.advance(ns)) return true;
    const isRelease = this.#board.code.at[context.at]?.op === Op.release;
    this.#segment.begin(ns, isRelease ? Order.release : orderOf(context.level));
    return false;
  }

  irqsOff(self: Context): void {
    self.irqsOffDepth += 1;
    if (self.irqsOffDepth > 1 || self.level === Level.hardirq) return;
    this.#irqsOff.begin(self, this.#engine.nowNs);
  }

  irqsOn(self: Context): void {
    self.irqsOffDepth -= 1;
    if (self.irqsOffDepth > 0 || self.level === Level.hardirq) return;
    this.#irqsOff.end(self, this.#engine.nowNs);
    if (this.#pendingLines.length > 0) {
      this.charge();
      this.#enterIrq();
    } else {
      this.reschedule(self);
    }
  }

  #takesIrqs(): boolean {
    return this.top.level < Level.hardirq && this.top.irqsOffDepth === 0;
  }

  #enterIrq(): void {
    const line = this.#pendingLines.shift();
    if (line === undefined) return;
    line.isPending = false;
    line.handled += 1;
    this.#irqsOff.begin(line.context, this.#engine.nowNs);
    this.#push(line.context);
  }

  #push(context: Context): void {
    context.restart();
    this.#stack.push(context);
    this.top = context;
  }

  finish(self: Context): void {
    if (!self.isInterrupt) throw new Error(`thread ${self.name} ran off its end`);
    this.#stack.pop();
    this.top = this.#stack[this.#stack.length - 1] ?? this.#idle;
    if (this.top === this.#idle) this.#sleep.begin(this.#engine.nowNs);
    if (self.level === Level.softirq) {
      this.reschedule(this.top);
      return;
    }
    this.#irqsOff.end(self, this.#engine.nowNs);
    if (this.#pendingLines.length > 0) this.#enterIrq();
    else this.settle();
  }

  settle(): void {
    const below = this.top;
    const softirqs = this.softirqs;
    const mayServe = !below.isInterrupt && below.bhOffDepth === 0 && below.irqsOffDepth === 0;
    if (mayServe && softirqs?.isDue()) {
      this.charge();
      this.#push(softirqs.context);
    } else {
      this.reschedule(below);
    }
  }

  reschedule(self: Context): void {
    if (!this.needsResched || !self.isPreemptible) return;
    this.charge();
    this.#preempt();
  }

  #preempt(): void {
    const thread = this.#thread;
    if (thread.level > Level.idle) {
      thread.state = 'ready';
      this.#ready.putBack(thread);
    }
    this.#switchTo(this.#ready.take() ?? this.#idle);
  }

  block(self: Context): void {
    self.at -= 1;
    self.state = 'blocked';
    this.charge();
    this.#switchTo(this.#ready.take() ?? this.#idle);
  }

  #switchTo(thread: Context): void {
    this.needsResched = false;
    if (thread !== this.#thread && thread !== this.#idle) {
      this.contextSwitches += 1;
      thread.remainingNs += thread.switchNs;
    }
    if (thread.frames.length === 0) thread.restart();
    thread.state = 'running';
    this.#thread = thread;
    this.#stack[0] = thread;
    this.top = thread;
    if (thread === this.#idle) this.#sleep.begin(this.#engine.nowNs);
  }
}
