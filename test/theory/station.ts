import type { Board } from '../../src/simulator/board.ts';
import { Cpu } from '../../src/simulator/cpu.ts';
import { noWatch } from '../../src/simulator/deadlock.ts';
import { Engine, Order } from '../../src/simulator/engine.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { type Fn, Level, type Step } from '../../src/simulator/parts.ts';
import { act, Code, cpuOf, fn, forever, loop, wait } from '../../src/simulator/program.ts';
import { streamOf } from '../../src/simulator/random.ts';

/** One unit of time in the formulas, long enough that whole nanoseconds are as good as real numbers. */
export const UNIT_NS = 1_000_000;

export interface Class {
  readonly name: string;
  /** Arrivals per unit of time, Poisson. */
  readonly rate: number;
  /** Service time of the k-th job in units. */
  readonly service: (k: number) => number;
}

/** What went through one class of jobs. */
export interface Flow {
  jobs: number;
  /** Sum of the times from arrival to departure, and the same area counted as jobs present over time. */
  sojournNs: number;
  areaNs: number;
  serviceNs: number;
  /** Time with 0, 1, 2, ... jobs present. */
  readonly presentNs: number[];
}

/** A bare core and its engine, without costs of its own. */
export function bareCore(): { readonly engine: Engine; readonly core: Cpu } {
  const engine = new Engine();
  const board: Board = {
    engine,
    code: new Code(),
    monitor: silentMonitor,
    watch: noWatch,
    idleStates: [],
    deadlock: null,
  };
  return { engine, core: new Cpu(0, board) };
}

/** Jobs of one class: they arrive by themselves; the steps serve one of them. */
export class Jobs {
  readonly flow: Flow = { jobs: 0, sojournNs: 0, areaNs: 0, serviceNs: 0, presentNs: [] };
  readonly #engine: Engine;
  readonly #waiting: number[] = [];
  #present = 0;
  #sinceNs = 0;
  #served = 0;
  #arrived = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Begins the arrivals of a class; `announce` tells whoever serves them; no more than `count` come. */
  begin(of: Class, seed: number, count: number, announce: () => void): void {
    const gaps = streamOf(seed, of.name, 'arrivals');
    const next = (): void => {
      this.#arrived += 1;
      if (this.#arrived > count) return;
      const gapNs = Math.round((gaps.exponential(this.#arrived) / of.rate) * UNIT_NS);
      this.#engine.schedule(gapNs, Order.hardware, onArrival);
    };
    const onArrival = this.#engine.register(() => {
      this.#count(1);
      this.#waiting.push(this.#engine.nowNs);
      announce();
      next();
    });
    next();
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  serve(of: Class): readonly Step[] {
    let arrivedNs = 0;
    return [
      act(() => {
        arrivedNs = this.#waiting.shift() ?? 0;
      }),
      cpuOf(() => {
        this.#served += 1;
        const ns = Math.round(of.service(this.#served) * UNIT_NS);
        this.flow.serviceNs += ns;
        return ns;
      }),
      act(() => {
        this.#count(-1);
        this.flow.jobs += 1;
        this.flow.sojournNs += this.#engine.nowNs - arrivedNs;
      }),
    ];
  }

  #count(change: number): void {
    const ns = this.#engine.nowNs - this.#sinceNs;
    this.flow.areaNs += this.#present * ns;
    this.flow.presentNs[this.#present] = (this.flow.presentNs[this.#present] ?? 0) + ns;
    this.#sinceNs = this.#engine.nowNs;
    this.#present += change;
  }
}

/** A single queue served by a thread. @returns the flow, and the time the core was busy and idle */
export function singleQueue(of: Class, seed: number, count: number) {
  const { engine, core } = bareCore();
  const jobs = new Jobs(engine);
  const program = fn(
    'server',
    forever(
      wait(() => jobs.isWaiting),
      ...jobs.serve(of),
    ),
  );
  const thread = core.context('server', Level.kthread, program);
  jobs.begin(of, seed, count, () => core.wake(thread));
  engine.run(Number.MAX_SAFE_INTEGER - 1);
  core.charge();
  return { flow: jobs.flow, levelNs: core.levelNs, endNs: engine.nowNs };
}

/** An interrupt line whose handler serves a class until none waits. */
export function interruptServer(core: Cpu, jobs: Jobs, of: Class): IrqLine {
  const program: Fn = fn(
    'handler',
    loop(() => jobs.isWaiting, ...jobs.serve(of)),
  );
  return new IrqLine(core.context('handler', Level.hardirq, program));
}
