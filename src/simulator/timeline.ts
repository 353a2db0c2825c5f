import type { Monitor } from './monitor.ts';
import { type Context, Level } from './parts.ts';

/** One event of the Chrome trace format; times in microseconds. Opens in Perfetto and in chrome://tracing. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: 'B' | 'E' | 'M';
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name: string };
}

/** Listens to a run and keeps its timeline: a process for each core, a track for each context, a slice for each call. */
export class Timeline implements Monitor {
  readonly events: TraceEvent[] = [];
  readonly #nowNs: () => number;
  readonly #tracks = new Map<Context, number>();

  constructor(nowNs: () => number) {
    this.#nowNs = nowNs;
  }

  entered(context: Context, callee: { readonly name: string }): void {
    this.#add('B', context, callee.name);
  }

  left(context: Context): void {
    this.#add('E', context, '');
  }

  #add(ph: 'B' | 'E', context: Context, name: string): void {
    this.events.push({
      name,
      ph,
      ts: this.#nowNs() / 1000,
      pid: context.core.index,
      tid: this.#trackOf(context),
    });
  }

  /** Interrupts on top, then softirqs, then the threads in the order they first ran. */
  #trackOf(context: Context): number {
    const known = this.#tracks.get(context);
    if (known !== undefined) return known;
    const track = (Level.hardirq - context.level) * 100 + this.#tracks.size;
    this.#tracks.set(context, track);
    const where = { ph: 'M', ts: 0, pid: context.core.index, tid: track } as const;
    this.events.push({ ...where, name: 'process_name', args: { name: `cpu${context.core.index}` } });
    this.events.push({ ...where, name: 'thread_name', args: { name: context.name } });
    return track;
  }
}
