/** What the last completion left behind, and the next one compares with. */
interface Left {
  readonly queuedBytes: number;
  readonly beyondBytes: number;
  readonly lastBytes: number;
}

const NOTHING_LEFT: Left = { queuedBytes: 0, beyondBytes: 0, lastBytes: 0 };

/**
 * Dynamic queue limits of one transmit queue, in bytes: as few as keep the hardware busy from one completion to the next.
 *
 *     limit grows   when the hardware ran dry with more queued than the limit: by what a larger limit would have let in
 *     limit falls   when it never ran dry for `holdNs`: by the least that was left over in that time
 *
 * All counts only grow; what lies between two of them is under way. Source: Linux 6.1, lib/dynamic_queue_limits.c
 */
export class ByteQueueLimits {
  readonly #holdNs: number;
  #limitBytes = 0;
  #queuedBytes = 0;
  #completedBytes = 0;
  #lastBytes = 0;
  #left = NOTHING_LEFT;
  #leastSlackBytes = Number.POSITIVE_INFINITY;
  #slackSinceNs = 0;

  /** @param holdNs  how long a slack has to last before the limit falls by it; a second in Linux */
  constructor(holdNs: number) {
    this.#holdNs = holdNs;
  }

  get limitBytes(): number {
    return this.#limitBytes;
  }

  /** More is under way than the limit allows: it may be passed by one packet, and then no other is sent. */
  get isStopped(): boolean {
    return this.#queuedBytes > this.#completedBytes + this.#limitBytes;
  }

  /** netdev_sent_queue() */
  sent(bytes: number): void {
    this.#queuedBytes += bytes;
    this.#lastBytes = bytes;
  }

  /** netdev_completed_queue(); no bytes change nothing. @throws for more than is under way, which is a bug */
  completed(bytes: number, nowNs: number): void {
    if (bytes === 0) return;
    const underWay = this.#queuedBytes - this.#completedBytes;
    if (bytes > underWay) throw new RangeError(`${bytes} bytes completed of ${underWay}`);
    const completedBytes = this.#completedBytes + bytes;
    const beyondBytes = Math.max(0, underWay - this.#limitBytes);
    const limitBytes = this.#nextLimit({ bytes, completedBytes, beyondBytes, nowNs });
    const beyond = limitBytes === this.#limitBytes ? beyondBytes : 0;
    this.#limitBytes = limitBytes;
    this.#completedBytes = completedBytes;
    this.#left = { queuedBytes: this.#queuedBytes, beyondBytes: beyond, lastBytes: this.#lastBytes };
  }

  #nextLimit(step: Step): number {
    const { queuedBytes, beyondBytes } = this.#left;
    const waitingBytes = this.#queuedBytes - step.completedBytes;
    // Bytes both queued and completed since the last completion: the hardware had nothing else left to do.
    const freshBytes = Math.max(0, step.completedBytes - queuedBytes);
    const ranDryNow = step.beyondBytes > 0 && waitingBytes === 0;
    const mayHaveRunDry = beyondBytes > 0 && freshBytes > 0;
    if (ranDryNow || mayHaveRunDry) {
      this.#restartSlack(step.nowNs);
      return this.#limitBytes + freshBytes + beyondBytes;
    }
    const wasBusy = waitingBytes > 0 && queuedBytes > this.#completedBytes && freshBytes === 0;
    return wasBusy ? this.#lowered(step) : this.#limitBytes;
  }

  /** Twice what is completed at once is as much as a limit ever needs; the rest is slack, if it lasts. */
  #lowered({ bytes, nowNs }: Step): number {
    const { beyondBytes, lastBytes } = this.#left;
    const slackBytes = Math.max(0, this.#limitBytes + beyondBytes - 2 * bytes);
    const lastInLimitBytes = beyondBytes > 0 ? Math.max(0, lastBytes - beyondBytes) : 0;
    this.#leastSlackBytes = Math.min(this.#leastSlackBytes, Math.max(slackBytes, lastInLimitBytes));
    if (nowNs <= this.#slackSinceNs + this.#holdNs) return this.#limitBytes;
    const lowered = Math.max(0, this.#limitBytes - this.#leastSlackBytes);
    this.#restartSlack(nowNs);
    return lowered;
  }

  #restartSlack(nowNs: number): void {
    this.#slackSinceNs = nowNs;
    this.#leastSlackBytes = Number.POSITIVE_INFINITY;
  }
}

/** One completion: how much of it, and where that leaves the count. */
interface Step {
  readonly bytes: number;
  readonly completedBytes: number;
  readonly beyondBytes: number;
  readonly nowNs: number;
}
