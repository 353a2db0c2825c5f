import type { Measurement } from './measurement.ts';
import type { Context, Lock } from './parts.ts';

export interface LockCosts {
  readonly lockNs: number;
  readonly contendedLockNs: number;
}

/** A queued spinlock: one owner, waiters served in the order they came, each burning its core meanwhile. */
export class SpinLock implements Lock {
  readonly name: string;
  readonly lockNs: number;
  readonly contendedNs: number;
  owner: Context | null = null;
  ownerDepth = 0;
  usage = 0;
  lastOuter: Lock | null = null;
  acquisitions = 0;
  releases = 0;
  contended = 0;
  holdNs = 0;
  waitNs = 0;
  readonly #waiters: { readonly context: Context; readonly sinceNs: number }[] = [];
  #heldSinceNs = 0;

  constructor(name: string, costs: LockCosts) {
    this.name = name;
    this.lockNs = costs.lockNs;
    this.contendedNs = costs.contendedLockNs;
  }

  /** Starts counting afresh; who holds it goes on holding it. */
  reset(): void {
    this.acquisitions = 0;
    this.releases = 0;
    this.contended = 0;
    this.holdNs = 0;
    this.waitNs = 0;
  }

  figures(): Measurement['lock'] {
    const per = (ns: number, count: number): number => (count > 0 ? ns / count : 0);
    return {
      holdNsMean: per(this.holdNs, this.releases),
      waitNsMean: per(this.waitNs, this.acquisitions),
      acquisitions: this.acquisitions,
      contended: this.contended,
    };
  }

  take(context: Context, nowNs: number): void {
    this.owner = context;
    this.ownerDepth = context.frames.length;
    this.acquisitions += 1;
    this.#heldSinceNs = nowNs;
    context.held.push(this);
  }

  enqueue(context: Context, nowNs: number): void {
    context.spinsFor = this;
    this.#waiters.push({ context, sinceNs: nowNs });
  }

  release(context: Context, nowNs: number): Context | null {
    if (this.owner !== context)
      throw new Error(`${context.name} unlocks ${this.name}, which it does not hold`);
    this.holdNs += nowNs - this.#heldSinceNs;
    this.releases += 1;
    this.owner = null;
    if (context.held.at(-1) === this) context.held.pop();
    else context.held.splice(context.held.indexOf(this), 1);
    const next = this.#waiters.shift();
    if (next === undefined) return null;
    this.waitNs += nowNs - next.sinceNs;
    this.contended += 1;
    next.context.spinsFor = null;
    this.take(next.context, nowNs);
    return next.context;
  }
}
