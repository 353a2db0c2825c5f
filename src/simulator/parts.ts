import type { Tally } from './tally.ts';

/**
 * How the parts of a machine see each other: cores run contexts, contexts run functions, functions take locks and pass
 * URBs on. Interfaces, and the two tables they rest on: the files which make the parts need not know one another.
 */

/** What may interrupt what: a higher level runs on top of a lower one. */
export const Level = { idle: 0, user: 1, kthread: 2, fifo: 3, softirq: 4, hardirq: 5 } as const;
export type LevelOf = (typeof Level)[keyof typeof Level];

/** What a step does; program.ts has a function for each that is written down. */
export const Op = {
  cpu: 0,
  cpuOf: 1,
  acquire: 2,
  release: 3,
  irqSave: 4,
  irqRestore: 5,
  bhDisable: 6,
  bhEnable: 7,
  act: 8,
  jump: 9,
  jumpUnless: 10,
  call: 11,
  invoke: 12,
  wait: 13,
  back: 14,
} as const;

export type Test = (self: Context) => boolean;
export type Act = (self: Context) => void;

export type Step =
  | { readonly op: typeof Op.cpu; readonly ns: number }
  | { readonly op: typeof Op.cpuOf; readonly ns: (self: Context) => number }
  | { readonly op: typeof Op.acquire | typeof Op.release; readonly lock: Lock }
  | { readonly op: typeof Op.irqSave | typeof Op.irqRestore | typeof Op.bhDisable | typeof Op.bhEnable }
  | { readonly op: typeof Op.act; readonly act: Act }
  | { readonly op: typeof Op.wait; readonly until: Test }
  | { readonly op: typeof Op.invoke; readonly choose: (self: Context) => Fn | null }
  | { readonly op: typeof Op.call; readonly fn: Fn }
  | { readonly op: 'when'; readonly test: Test; readonly steps: readonly Step[] }
  | { readonly op: 'loop'; readonly test: Test; readonly steps: readonly Step[] };

/** A driver function as the simulator runs it. A patch to the driver is a visible change of its steps. */
export interface Fn {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Where the flat form begins; set once, when the function is first needed. */
  entry: number;
  /** CPU time spent in it and in what it calls. */
  inclusiveNs: number;
  calls: number;
}

/** One flow of control: a thread, the softirqs of a core, or the handler of an interrupt line. */
export interface Context {
  readonly name: string;
  readonly level: LevelOf;
  readonly core: Core;
  /** Cost of switching to it, when it is a thread. */
  readonly switchNs: number;
  /** The URB being worked on: what the driver's functions pass each other as their argument. */
  urb: Urb | null;
  /** Next step. */
  at: number;
  /** Work begun and not finished. */
  remainingNs: number;
  irqsOffDepth: number;
  bhOffDepth: number;
  /** Spinlocks it holds, in the order it took them. */
  readonly held: Lock[];
  state: 'blocked' | 'ready' | 'running';
  /** The lock it spins for. */
  spinsFor: Lock | null;
  cpuNs: number;
  /** When the URB being completed had crossed the bus; kept here because complete() may submit it again. */
  readonly urbFinishedNs: number;
  /** Functions it is inside of, outermost first. */
  readonly frames: readonly Fn[];
  /** Interrupt or softirq: what may not sleep, and where a raised softirq runs on the way out. */
  readonly isInterrupt: boolean;
  /** A thread the scheduler may take the core from. */
  readonly isPreemptible: boolean;
  /** To the first step of its program; it must have left it, or never entered it. */
  restart(): void;
  enter(callee: Fn, returnTo: number): void;
  /** Returns from the innermost function; false when that was the program itself. */
  leave(): boolean;
  /** complete() is about to be called: from here on the URB belongs to the class driver. */
  beginCompletion(): void;
  /** complete() has returned. Its time is CPU time: interruptions do not count. */
  endCompletion(nowNs: number): void;
}

/** One core, as what runs on it and what interrupts it sees it. */
export interface Core {
  readonly index: number;
  /** The context that runs. */
  readonly top: Context;
  softirqs: Softirqs | null;
  readonly needsResched: boolean;
  /** Contexts from the thread up to the one that runs. */
  stackedContexts(): readonly Context[];
  context(name: string, level: LevelOf, program: Fn, switchNs?: number): Context;
  /** Charges the time since the last charge; call before reading any time of this core. */
  charge(): void;
  /** An interrupt line asks for this core; taken now, or as soon as interrupts are on. */
  interrupt(line: Interrupt): void;
  /**
   * try_to_wake_up(): the thread runs when the scheduler gets to it. Waking a thread that is awake is nothing.
   *
   * @param ipiNs  how long the waker's message takes to get here
   */
  wake(thread: Context, ipiNs?: number): void;
  /** The lock a context spun for is handed over. */
  granted(context: Context, handoverNs: number): void;
  /** Work for the context on top. @returns true when it is done already, false when an event will end it */
  spend(context: Context, ns: number): boolean;
  /** The thread on top sleeps; it will take the same step again. */
  block(self: Context): void;
  /** The program of the context on top has come to its end. */
  finish(self: Context): void;
  /** local_irq_save() */
  irqsOff(self: Context): void;
  /** local_irq_restore(): what has been waiting is taken when the last one lets interrupts on. */
  irqsOn(self: Context): void;
  /** irq_exit(), local_bh_enable(): what was raised runs first, then the scheduler if it was asked for. */
  settle(): void;
  /** The scheduler, if it was asked for and the context lets go of the core. */
  reschedule(self: Context): void;
}

/** What a core needs of its softirqs. */
export interface Softirqs {
  readonly context: Context;
  /** Something is pending that may run on the way out of an interrupt, and no softirq is running. */
  isDue(): boolean;
}

/** What a core needs of an interrupt line. */
export interface Interrupt {
  readonly context: Context;
  isPending: boolean;
  handled: number;
}

/** A spinlock, as those that take it and those that watch them see it. */
export interface Lock {
  readonly name: string;
  readonly lockNs: number;
  readonly contendedNs: number;
  readonly owner: Context | null;
  /** How many functions deep the owner was when it took the lock. */
  readonly ownerDepth: number;
  /** For the account of how it is used: see lock-classes.ts. */
  usage: number;
  lastOuter: Lock | null;
  take(context: Context, nowNs: number): void;
  enqueue(context: Context, nowNs: number): void;
  /** @returns the waiter that has the lock now, null when nobody waited */
  release(context: Context, nowNs: number): Context | null;
}

export type Pipe = 'control' | 'bulk' | 'interrupt' | 'isoc';

/** One USB request block, used again for every transfer of its kind as the class drivers do. */
export interface Urb {
  readonly pipe: Pipe;
  readonly isPeriodic: boolean;
  readonly direction: 'in' | 'out';
  /** Tells apart the endpoints of one pipe and direction that a device has. */
  readonly endpoint: number;
  /** complete(): runs in the context of the giveback, with the URB in `self.urb`. */
  readonly complete: Fn;
  /** Mapped for DMA at submission and unmapped at giveback; not so for coherent memory. */
  readonly isMapped: boolean;
  /** What the hardware does once the URB is queued; it ends by calling `finish` of the controller. */
  readonly start: (urb: Urb) => void;
  /** Packets of an isochronous URB, otherwise 1. */
  readonly packets: number;
  /** Where its giveback is counted. */
  readonly tally: Tally;
  /** Root hub it belongs to: an xHC has two, each with giveback lists of its own. */
  readonly root: 2 | 3;
  bytes: number;
  /** When the last byte had crossed the bus. */
  finishedNs: number;
  /** Between submission and giveback. */
  isPending: boolean;
  /** Payload of this transfer in items: frames, packets. */
  items: number;
  /** no_interrupt of a gadget's request: its end is no event, and it waits for that of a later one. */
  isQuiet: boolean;
}
