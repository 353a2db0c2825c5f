import type { Monitor } from './monitor.ts';
import type { Context } from './parts.ts';

/** Stretches in which one core takes no interrupt. While one lasts no other begins: nothing can interrupt it. */
export class IrqsOff {
  longestNs = 0;
  #sinceNs = 0;
  readonly #monitor: Monitor;

  constructor(monitor: Monitor) {
    this.#monitor = monitor;
  }

  begin(context: Context, nowNs: number): void {
    this.#sinceNs = nowNs;
    this.#monitor.irqsOff(context);
  }

  end(context: Context, nowNs: number): void {
    const ns = nowNs - this.#sinceNs;
    if (ns > this.longestNs) this.longestNs = ns;
    this.#monitor.irqsOn(context);
  }
}
