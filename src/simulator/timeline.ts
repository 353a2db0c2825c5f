import type { Experiment } from './experiment.ts';
import type { Monitor } from './monitor.ts';
import { type Context, type Core, Level } from './parts.ts';
import { run } from './run.ts';

/** One event of the Chrome trace format; times in microseconds. Opens in Perfetto and in chrome://tracing. */
export interface TraceEvent {
  readonly name: string;
  /** A slice begins, a slice ends, an instant, or the name of a track. */
  readonly ph: 'B' | 'E' | 'i' | 'M';
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name: string };
}

/**
 * The timeline of one run from its beginning: a process for each core, a track for each context and a slice for each
 * call. Names come first, then what happened in the order of time; slices that are open when the run ends end with it.
 */
export function timelineOf(experiment: Experiment): readonly TraceEvent[] {
  const timelines: Timeline[] = [];
  run(experiment, {
    monitorOf: (engine) => {
      const timeline = new Timeline(() => engine.nowNs);
      timelines.push(timeline);
      return timeline;
    },
  });
  return timelines.flatMap((timeline) => timeline.ended());
}

type Where = Pick<TraceEvent, 'pid' | 'tid'>;

/** The topmost track of a core: when it takes no interrupts. */
const IRQS_OFF_TRACK = 0;
const IRQS_OFF = 'irqs off';

class Timeline implements Monitor {
  readonly #names: TraceEvent[] = [];
  readonly #events: TraceEvent[] = [];
  /** Of each track, what was begun and has not ended, the outermost first. */
  readonly #open = new Map<string, { readonly where: Where; readonly names: string[] }>();
  readonly #nowNs: () => number;
  readonly #tracks = new Map<Context, number>();
  readonly #cores = new Set<Core>();

  constructor(nowNs: () => number) {
    this.#nowNs = nowNs;
  }

  /** The run is over: everything that happened in it. */
  ended(): readonly TraceEvent[] {
    for (const { where, names } of this.#open.values()) {
      while (names.length > 0) this.#end(where);
    }
    return [...this.#names, ...this.#events];
  }

  opened(): void {
    this.#add('i', { pid: 0, tid: IRQS_OFF_TRACK }, 'measured from here');
  }

  entered(context: Context, callee: { readonly name: string }): void {
    this.#begin(this.#whereOf(context), callee.name);
  }

  left(context: Context): void {
    this.#end(this.#whereOf(context));
  }

  irqsOff({ core }: Context): void {
    this.#nameCore(core);
    this.#begin({ pid: core.index, tid: IRQS_OFF_TRACK }, IRQS_OFF);
  }

  irqsOn({ core }: Context): void {
    this.#end({ pid: core.index, tid: IRQS_OFF_TRACK });
  }

  #begin(where: Where, name: string): void {
    this.#namesAt(where).push(name);
    this.#add('B', where, name);
  }

  #end(where: Where): void {
    const name = this.#namesAt(where).pop();
    if (name === undefined) throw new Error('a slice ends that has not begun');
    this.#add('E', where, name);
  }

  #namesAt(where: Where): string[] {
    const key = `${where.pid} ${where.tid}`;
    const open = this.#open.get(key) ?? { where, names: [] };
    this.#open.set(key, open);
    return open.names;
  }

  #add(ph: TraceEvent['ph'], where: Where, name: string): void {
    this.#events.push({ name, ph, ts: this.#nowNs() / 1000, ...where });
  }

  #whereOf(context: Context): Where {
    return { pid: context.core.index, tid: this.#trackOf(context) };
  }

  /** Interrupts on top, then softirqs, then the threads in the order they first ran. */
  #trackOf(context: Context): number {
    const known = this.#tracks.get(context);
    if (known !== undefined) return known;
    const track = (1 + Level.hardirq - context.level) * 100 + this.#tracks.size;
    this.#tracks.set(context, track);
    this.#nameCore(context.core);
    this.#name('thread_name', { pid: context.core.index, tid: track }, context.name);
    return track;
  }

  #nameCore(core: Core): void {
    if (this.#cores.has(core)) return;
    this.#cores.add(core);
    const where = { pid: core.index, tid: IRQS_OFF_TRACK };
    this.#name('process_name', where, `cpu${core.index}`);
    this.#name('thread_name', where, IRQS_OFF);
  }

  #name(kind: string, where: Where, name: string): void {
    this.#names.push({ name: kind, ph: 'M', ts: 0, ...where, args: { name } });
  }
}
