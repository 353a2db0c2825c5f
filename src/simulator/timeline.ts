import type { Experiment } from './measurement.ts';
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
 * call; slices that were open when the run ended stay open.
 */
export function timelineOf(experiment: Experiment): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  run(experiment, { monitorOf: (engine) => new Timeline(events, () => engine.nowNs) });
  return events;
}

/** The topmost track of a core: when it takes no interrupts. */
const IRQS_OFF_TRACK = 0;
const IRQS_OFF = 'irqs off';

class Timeline implements Monitor {
  readonly #events: TraceEvent[];
  readonly #nowNs: () => number;
  readonly #tracks = new Map<Context, number>();
  readonly #cores = new Set<Core>();

  constructor(events: TraceEvent[], nowNs: () => number) {
    this.#events = events;
    this.#nowNs = nowNs;
  }

  opened(): void {
    this.#add('i', { pid: 0, tid: IRQS_OFF_TRACK }, 'measured from here');
  }

  entered(context: Context, callee: { readonly name: string }): void {
    this.#add('B', this.#whereOf(context), callee.name);
  }

  left(context: Context): void {
    this.#add('E', this.#whereOf(context), '');
  }

  irqsOff({ core }: Context): void {
    this.#nameCore(core);
    this.#add('B', { pid: core.index, tid: IRQS_OFF_TRACK }, IRQS_OFF);
  }

  irqsOn({ core }: Context): void {
    this.#add('E', { pid: core.index, tid: IRQS_OFF_TRACK }, '');
  }

  #add(ph: TraceEvent['ph'], where: Pick<TraceEvent, 'pid' | 'tid'>, name: string): void {
    this.#events.push({ name, ph, ts: this.#nowNs() / 1000, ...where });
  }

  #whereOf(context: Context): { readonly pid: number; readonly tid: number } {
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

  #name(kind: string, where: Pick<TraceEvent, 'pid' | 'tid'>, name: string): void {
    this.#events.push({ name: kind, ph: 'M', ts: 0, ...where, args: { name } });
  }
}
