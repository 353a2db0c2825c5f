import type { Engine } from '../engine.ts';
import type { ByteQueueLimits } from './byte-queue-limits.ts';

/** Frames that __qdisc_run() sends in one go. Source: Linux 6.1, net/core/dev.c, dev_tx_weight */
const QUOTA_FRAMES = 64;

const NO_PROBES: readonly number[] = [];

/**
 * The transmit queue of a network device, seen from the driver: a bulk flow that always has another frame, and probes
 * that go before it, as fq_codel serves a sparse flow and pfifo_fast one of a higher priority. What is with the driver
 * already is before both. A probe weighs nothing: the frame that goes in its place is timed for it, so that probing
 * changes no queue. The queue has two brakes: the driver's own number of URBs, and the byte queue limits.
 */
export class TransmitQueue {
  readonly #engine: Engine;
  readonly #urbsMax: number;
  readonly #limits: ByteQueueLimits | null;
  /** When each probe that waits came. */
  #waitingNs: number[] = [];
  /** And each that the frame is timed for which was handed on last. */
  probesNs = NO_PROBES;
  #urbs = 0;
  #quota = 0;
  /** netif_stop_queue() was called, and netif_wake_queue() not yet. */
  #isStoppedByDriver = false;

  constructor(engine: Engine, urbsMax: number, limits: ByteQueueLimits | null) {
    this.#engine = engine;
    this.#urbsMax = urbsMax;
    this.#limits = limits;
  }

  probe(): void {
    this.#waitingNs.push(this.#engine.nowNs);
  }

  /** netif_xmit_frozen_or_stopped(), the other way round. */
  get maySend(): boolean {
    return !this.#isStoppedByDriver && this.#limits?.isStopped !== true;
  }

  /** __qdisc_run() begins. */
  begin(): void {
    this.#quota = QUOTA_FRAMES;
  }

  get hasQuota(): boolean {
    return this.#quota > 0;
  }

  /** The next frame is handed on: it is timed for all probes that wait. */
  dequeue(): void {
    this.#quota -= 1;
    if (this.probesNs.length > 0) this.probesNs = NO_PROBES;
    if (this.#waitingNs.length === 0) return;
    this.probesNs = this.#waitingNs;
    this.#waitingNs = [];
  }

  /** The frame is with the host controller: it is counted, and the queue stops when it was the last that may be. */
  sent(bytes: number): void {
    this.#urbs += 1;
    this.#limits?.sent(bytes);
    if (this.#urbs >= this.#urbsMax) this.#isStoppedByDriver = true;
  }

  /** An URB came back. */
  returned(): void {
    this.#urbs -= 1;
  }

  /** netdev_completed_queue(), netif_wake_queue(). @returns whether the queue was stopped and no longer is */
  wake(completedBytes: number): boolean {
    const wasStopped = !this.maySend;
    this.#limits?.completed(completedBytes, this.#engine.nowNs);
    if (this.#urbs < this.#urbsMax) this.#isStoppedByDriver = false;
    return wasStopped && this.maySend;
  }
}
