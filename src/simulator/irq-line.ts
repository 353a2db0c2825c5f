import type { Context, Interrupt } from './parts.ts';

/** An interrupt as one core sees it. Edges that come while it is pending, or masked, are one interrupt. */
export class IrqLine implements Interrupt {
  readonly context: Context;
  raised = 0;
  handled = 0;
  coalesced = 0;
  isPending = false;
  #isMasked = false;

  constructor(context: Context) {
    this.context = context;
  }

  /** Starts counting afresh. */
  reset(): void {
    this.raised = 0;
    this.handled = 0;
    this.coalesced = 0;
  }

  raise(): void {
    this.raised += 1;
    if (this.isPending) {
      this.coalesced += 1;
      return;
    }
    this.isPending = true;
    if (!this.#isMasked) this.context.core.interrupt(this);
  }

  mask(): void {
    this.#isMasked = true;
  }

  unmask(): void {
    this.#isMasked = false;
    if (this.isPending) this.context.core.interrupt(this);
  }
}
