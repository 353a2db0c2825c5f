import type { Era, Hcd } from '../model/hcd.ts';
import type { Board } from './board.ts';
import { Bus, type Speed } from './bus.ts';
import type { Costs } from './costs.ts';
import { Cpu } from './cpu.ts';
import type { LockWatch } from './deadlock.ts';
import { Engine } from './engine.ts';
import type { Cppi, IdleState, Placement } from './experiment.ts';
import { SpinLock } from './lock.ts';
import type { Monitor } from './monitor.ts';
import { type Context, type Core, type Fn, Level, type Step } from './parts.ts';
import { act, Code, cpu } from './program.ts';
import { type Stream, streamOf } from './random.ts';
import { CoreSoftirqs } from './softirq.ts';
import { TransactionTranslator } from './translator.ts';

/** Source: Linux 6.1, drivers/usb/host/xhci.h */
const AVOID_BEI_INTERVAL_MIN = 8;

export interface MachineOf {
  readonly hcd: Hcd;
  readonly era: Era;
  readonly costs: Costs;
  readonly seed: number;
  readonly cores: number;
  readonly idleStates?: readonly IdleState[];
  readonly hasEventPerPacket?: boolean;
  readonly isocEventInterval?: number;
  readonly losesAsyncAdvance?: boolean;
  readonly cppi?: Cppi;
  readonly placement?: Placement;
  readonly eventsMax?: number;
  readonly watch: LockWatch;
  readonly monitorOf: (engine: Engine) => Monitor;
}

/** The computer a run takes place on: cores with their softirqs, the HCD's lock, costs, and noise. */
export class Machine {
  readonly engine: Engine;
  readonly code = new Code();
  readonly hcd: Hcd;
  readonly era: Era;
  readonly costs: Costs;
  readonly hasEventPerPacket: boolean;
  /** Null when the events of all packets but an URB's last are blocked. */
  readonly isocEventInterval: number | null;
  /** It is not halved below this. */
  readonly isocEventIntervalLeast: number;
  readonly losesAsyncAdvance: boolean;
  /** Null where there is no such engine. */
  readonly cppi: Cppi | null;
  readonly board: Board;
  readonly cores: readonly Cpu[];
  readonly softirqs: readonly CoreSoftirqs[];
  readonly hcdLock: SpinLock;
  readonly #placement: Placement;
  readonly #seed: number;
  readonly #buses = new Map<Speed, Bus>();
  #translator: TransactionTranslator | null = null;

  constructor(of: MachineOf) {
    this.engine = new Engine(of.eventsMax);
    this.hcd = of.hcd;
    this.era = of.era;
    this.costs = of.costs;
    const { isocEvents } = of.hcd.irq;
    this.hasEventPerPacket = of.hasEventPerPacket ?? isocEvents !== undefined;
    this.isocEventInterval = of.isocEventInterval ?? isocEvents?.every ?? null;
    this.isocEventIntervalLeast = isocEvents?.least ?? AVOID_BEI_INTERVAL_MIN;
    this.losesAsyncAdvance = of.losesAsyncAdvance ?? false;
    this.cppi = of.cppi ?? null;
    this.#placement = of.placement ?? { isApart: false, ipiNs: 0 };
    this.#seed = of.seed;
    this.board = {
      engine: this.engine,
      code: this.code,
      monitor: of.monitorOf(this.engine),
      watch: of.watch,
      idleStates: of.idleStates ?? [],
      deadlock: null,
    };
    this.cores = Array.from({ length: of.cores }, (_, index) => new Cpu(index, this.board));
    this.softirqs = this.cores.map((core) => new CoreSoftirqs(core, this.engine, of.costs, of.era));
    this.hcdLock = this.lock(of.hcd.giveback.lock);
  }

  /** The core that the controller interrupts; everything woken from there runs there too. */
  get irqCore(): Cpu {
    return this.#core(0);
  }

  /** A core the interrupts do not reach: where an application runs beside them. The only one when there is one. */
  get otherCore(): Cpu {
    return this.#core(this.cores.length - 1);
  }

  /** Where the application and the threads that serve it run. */
  get applicationCore(): Cpu {
    return this.#placement.isApart ? this.otherCore : this.irqCore;
  }

  lock(name: string): SpinLock {
    return new SpinLock(name, this.costs);
  }

  stream(entity: string, purpose: string): Stream {
    return streamOf(this.#seed, entity, purpose);
  }

  /** The wire of one speed, shared by all devices of that speed. */
  busOf(speed: Speed): Bus {
    const bus = this.#buses.get(speed) ?? new Bus(this.engine, speed);
    this.#buses.set(speed, bus);
    return bus;
  }

  /** A kernel thread, asleep until it is woken. */
  kthread(name: string, core: Core, program: Fn): Context {
    return core.context(name, Level.kthread, program, this.costs.contextSwitchNs);
  }

  /** wake_up_process() as a step: the waker pays for it. */
  wake(thread: () => Context): readonly Step[] {
    return [
      cpu(this.costs.wakeNs),
      act((self) => {
        const sleeper = thread();
        sleeper.core.wake(sleeper, sleeper.core === self.core ? 0 : this.#placement.ipiNs);
      }),
    ];
  }

  /** Of the high-speed hub that full-speed devices may stand behind; all behind the same. */
  get translator(): TransactionTranslator {
    this.#translator ??= new TransactionTranslator(this.engine);
    return this.#translator;
  }

  /** Time to copy out of a transfer buffer of the kind the class driver allocates. */
  copyNs(bytes: number): number {
    const isCached = this.hcd.buffers.kind === 'cached';
    const bytesPerSec = isCached ? this.costs.copyCachedBytesPerSec : this.costs.copyCoherentBytesPerSec;
    return Math.round((bytes * 1e9) / bytesPerSec);
  }

  softirqsOf(core: Core): CoreSoftirqs {
    const softirqs = this.softirqs[core.index];
    if (softirqs === undefined) throw new Error(`there is no core ${core.index}`);
    return softirqs;
  }

  #core(index: number): Cpu {
    const core = this.cores[index];
    if (core === undefined) throw new Error(`there is no core ${index}`);
    return core;
  }
}
