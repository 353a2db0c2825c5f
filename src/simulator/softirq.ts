import type { Era } from '../model/hcd.ts';
import type { Engine } from './engine.ts';
import { type Context, type Core, type Fn, Level, type Softirqs, type Step } from './parts.ts';
import { act, bhDisable, bhEnable, call, cpu, fn, forever, invoke, loop, wait } from './program.ts';

/** Softirq vectors in the order they are served. Source: include/linux/interrupt.h */
export const VECTORS = [
  'HI',
  'TIMER',
  'NET_TX',
  'NET_RX',
  'BLOCK',
  'IRQ_POLL',
  'TASKLET',
  'SCHED',
  'HRTIMER',
  'RCU',
] as const;
export type Vector = (typeof VECTORS)[number];

/** Source: kernel/softirq.c, MAX_SOFTIRQ_RESTART and MAX_SOFTIRQ_TIME. */
const PASSES_MAX = 10;
const SERVE_NS_MAX = 2_000_000;

export interface SoftirqCosts {
  readonly softirqNs: number;
  readonly taskletNs: number;
  readonly wakeNs: number;
  readonly contextSwitchNs: number;
}

/** A tasklet, or an item of a BH workqueue: runs on the core that scheduled it, never on two at once. */
export class Tasklet {
  readonly run: Fn;
  readonly vector: 'HI' | 'TASKLET';
  isScheduled = false;
  runsOn: Core | null = null;

  constructor(run: Fn, vector: 'HI' | 'TASKLET') {
    this.run = run;
    this.vector = vector;
  }
}

/** The softirqs of one core, and its ksoftirqd. */
export class CoreSoftirqs implements Softirqs {
  readonly context: Context;
  /** How often each vector was served. */
  readonly served: number[] = VECTORS.map(() => 0);
  readonly #core: Core;
  readonly #engine: Engine;
  readonly #costs: SoftirqCosts;
  readonly #ksoftirqd: Context;
  readonly #yieldMask: number;
  readonly #actions: (Fn | null)[] = VECTORS.map(() => null);
  readonly #lists: Readonly<Record<'HI' | 'TASKLET', Tasklet[]>> = { HI: [], TASKLET: [] };
  #pending = 0;
  #snapshot = 0;
  #isServing = false;
  #passes = 0;
  #sinceNs = 0;

  constructor(core: Core, engine: Engine, costs: SoftirqCosts, era: Era) {
    this.#core = core;
    this.#engine = engine;
    this.#costs = costs;
    this.#yieldMask = yieldMaskOf(era);
    this.#actions[VECTORS.indexOf('HI')] = this.#taskletAction('tasklet_hi_action', 'HI');
    this.#actions[VECTORS.indexOf('TASKLET')] = this.#taskletAction('tasklet_action', 'TASKLET');
    const serve = this.#doSoftirq();
    this.context = core.context('softirq', Level.softirq, serve);
    this.#ksoftirqd = core.context(
      'ksoftirqd',
      Level.kthread,
      fn(
        'run_ksoftirqd',
        forever(
          wait(() => this.#pending !== 0),
          bhDisable(),
          call(serve),
          bhEnable(),
        ),
      ),
      costs.contextSwitchNs,
    );
    core.softirqs = this;
  }

  isDue(): boolean {
    if (this.#pending === 0 || this.#isServing) return false;
    return this.#ksoftirqd.state === 'blocked' || (this.#pending & ~this.#yieldMask) !== 0;
  }

  /** open_softirq() */
  open(vector: Vector, action: Fn): void {
    this.#actions[VECTORS.indexOf(vector)] = action;
  }

  /** raise_softirq(): outside interrupt context it has to wake ksoftirqd, which costs what a wake-up costs. */
  raise(vector: Vector, by: Context): void {
    this.#pending |= 1 << VECTORS.indexOf(vector);
    if (by.isInterrupt || by.bhOffDepth > 0) return;
    if (this.#ksoftirqd.state === 'blocked') by.remainingNs += this.#costs.wakeNs;
    this.#core.wake(this.#ksoftirqd);
  }

  /** tasklet_schedule(), tasklet_hi_schedule(): nothing if it is scheduled already. */
  schedule(tasklet: Tasklet, by: Context): void {
    if (tasklet.isScheduled) return;
    tasklet.isScheduled = true;
    this.#lists[tasklet.vector].push(tasklet);
    this.raise(tasklet.vector, by);
  }

  /** __do_softirq() */
  #doSoftirq(): Fn {
    return fn(
      '__do_softirq',
      act(() => this.#start()),
      cpu(this.#costs.softirqNs),
      loop(
        () => this.#mayPass(),
        act(() => this.#takePending()),
        loop(
          () => this.#snapshot !== 0,
          invoke(() => this.#nextAction()),
        ),
      ),
      act((self) => this.#end(self)),
    );
  }

  #start(): void {
    this.#isServing = true;
    this.#passes = 0;
    this.#sinceNs = this.#engine.nowNs;
  }

  #mayPass(): boolean {
    if (this.#pending === 0) return false;
    if (this.#passes === 0) return true;
    const isLate = this.#engine.nowNs - this.#sinceNs >= SERVE_NS_MAX;
    return this.#passes < PASSES_MAX && !isLate && !this.#core.needsResched;
  }

  #takePending(): void {
    this.#passes += 1;
    this.#snapshot = this.#pending;
    this.#pending = 0;
  }

  #nextAction(): Fn | null {
    const lowest = this.#snapshot & -this.#snapshot;
    this.#snapshot ^= lowest;
    const vector = 31 - Math.clz32(lowest);
    this.served[vector] = (this.served[vector] ?? 0) + 1;
    return this.#actions[vector] ?? null;
  }

  #end(self: Context): void {
    this.#isServing = false;
    if (this.#pending !== 0 && self.isInterrupt) this.#core.wake(this.#ksoftirqd);
  }

  /** tasklet_action_common() */
  #taskletAction(name: string, vector: 'HI' | 'TASKLET'): Fn {
    const list: Tasklet[] = [];
    let running: Tasklet | null = null;
    const steps: readonly Step[] = [
      act(() => list.push(...this.#lists[vector].splice(0))),
      loop(
        () => list.length > 0,
        cpu(this.#costs.taskletNs),
        act((self) => {
          running = this.#begin(list.shift(), self);
        }),
        invoke(() => running?.run ?? null),
        act(() => {
          if (running !== null) running.runsOn = null;
        }),
      ),
    ];
    return fn(name, ...steps);
  }

  /** @returns null when it runs on another core: it is then scheduled again */
  #begin(tasklet: Tasklet | undefined, self: Context): Tasklet | null {
    if (tasklet === undefined) return null;
    tasklet.isScheduled = false;
    if (tasklet.runsOn !== null) {
      this.schedule(tasklet, self);
      return null;
    }
    tasklet.runsOn = this.#core;
    return tasklet;
  }
}

/**
 * Vectors that wait while ksoftirqd runs. v4.9 made all of them wait, v4.16 let HI and TASKLET go ahead, v6.5 dropped
 * the rule; the eras of the giveback are close enough to tell which. Source: 4cd13c21b207, 3c53776e29f8.
 */
function yieldMaskOf(era: Era): number {
  if (era === 'E0' || era === 'E4') return 0;
  const exempt = (1 << VECTORS.indexOf('HI')) | (1 << VECTORS.indexOf('TASKLET'));
  return ~exempt;
}
