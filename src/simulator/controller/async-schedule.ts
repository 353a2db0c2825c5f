import type { Machine } from '../machine.ts';
import type { AsyncCounts } from '../measurement.ts';
import type { Urb } from '../parts.ts';
import { isSameEndpoint } from '../urb.ts';
import { type EhciTimer, TimerEvent } from './ehci-timer.ts';
import { ScheduleSwitch } from './schedule-switch.ts';

/** A queue head. Its transfers wait while the driver takes it off the schedule, until it is linked again. */
interface Qh {
  /** The first that was seen on it: which endpoint it is of. */
  readonly of: Urb;
  state: 'linked' | 'unlink-wait' | 'unlink' | 'idle';
  /** URBs on it that the driver has not taken off. */
  queued: number;
  /** Of these, the ones that the controller can not see. */
  readonly waiting: Urb[];
  /** async_unlink_cycle when it was last found empty. */
  unlinkCycle: number;
}

/** As a mask. */
const ASYNC_UNLINKS = 1 << TimerEvent.asyncUnlinks;
const NONE = { unlinks: 0, advances: 0, lostAdvances: 0, heldUp: 0 };

/**
 * The asynchronous schedule of an EHCI as its driver keeps it. A queue head that has been empty for a whole cycle of a
 * timer is unlinked, one at a time; the doorbell says when the controller has let go of it, and is rung twice. An URB
 * that comes meanwhile waits. When nothing is linked the schedule is turned off after a while.
 *
 * Queue heads are linked when they are first seen: how they got there is before what a run plays.
 * Source: Linux 6.1, drivers/usb/host/ehci-q.c and ehci-timer.c
 */
export class AsyncSchedule {
  counts: { -readonly [name in keyof AsyncCounts]: number } = { ...NONE };
  /** The driver has to ring the doorbell: CMD_IAAD. */
  mustRing = false;
  readonly switch: ScheduleSwitch;
  readonly #timer: EhciTimer;
  readonly #qhs: Qh[] = [];
  readonly #linked: Qh[] = [];
  readonly #unlinking: Qh[] = [];
  readonly #idle: Qh[] = [];
  /** Queue heads that the scan under way took URBs off. */
  readonly #scanned: Qh[] = [];
  #cycle = 0;
  #isAdvancing = false;
  #hasOldToken = false;

  constructor(machine: Machine, timer: EhciTimer) {
    this.#timer = timer;
    this.switch = new ScheduleSwitch(machine, timer, () => {
      for (const qh of this.#linked) this.#start(qh);
    });
  }

  resetCounts(): void {
    this.counts = { ...NONE };
  }

  /** submit_async(): the URB is on its queue head, and started if the controller can see it. */
  submit(urb: Urb): void {
    if (urb.isPeriodic) {
      urb.start(urb);
      return;
    }
    const qh = this.#qhOf(urb);
    qh.queued += 1;
    if (qh.state === 'linked' && this.switch.isOn) {
      urb.start(urb);
      return;
    }
    qh.waiting.push(urb);
    if (qh.state === 'idle') this.#link(qh);
    else if (qh.state !== 'linked') this.counts.heldUp += 1;
  }

  /** qh_completions(): the driver takes a finished URB off its queue head. */
  taken(urb: Urb): void {
    if (urb.isPeriodic) return;
    const qh = this.#qhOf(urb);
    qh.queued -= 1;
    if (!this.#scanned.includes(qh)) this.#scanned.push(qh);
  }

  /** The end of scan_async(): queue heads that it left empty are looked at again after a cycle of the timer. */
  scanned(): void {
    let isAny = false;
    for (let qh = this.#scanned.pop(); qh !== undefined; qh = this.#scanned.pop()) {
      if (qh.queued > 0 || qh.state !== 'linked') continue;
      qh.unlinkCycle = this.#cycle;
      isAny = true;
    }
    if (isAny && !this.#timer.isEnabled(TimerEvent.asyncUnlinks)) this.#beginCycle();
  }

  /** The timer has nothing to do but to begin another cycle. @returns false, and nothing is done, when it has */
  passes(): boolean {
    const over = this.#timer.over();
    if ((over & ~ASYNC_UNLINKS) !== 0) return false;
    if (over !== 0 && this.#emptyForLong() !== null) return false;
    this.#timer.collect();
    if (this.#timer.isDue(TimerEvent.asyncUnlinks)) this.unlinkEmpty();
    return true;
  }

  /** unlink_empty_async(): the last one that has been empty for a cycle, unless another is being unlinked. */
  unlinkEmpty(): void {
    const qh = this.#emptyForLong();
    if (qh !== null) {
      this.#linked.splice(this.#linked.indexOf(qh), 1);
      qh.state = 'unlink-wait';
      this.#unlinking.push(qh);
      this.counts.unlinks += 1;
      this.mustRing = true;
    }
    if (this.#linked.some(({ queued }) => queued === 0)) this.#beginCycle();
  }

  /** start_iaa_cycle() has rung the doorbell. */
  rung(): void {
    this.mustRing = false;
    this.#isAdvancing = true;
    this.#timer.enable(TimerEvent.iaaWatchdog);
  }

  /** STS_IAA: the controller has let go of what was unlinked. */
  advanced(): void {
    this.#timer.disable(TimerEvent.iaaWatchdog);
    this.counts.advances += 1;
    this.#isAdvancing = false;
    this.endUnlink();
  }

  /** ehci_iaa_watchdog(): the interrupt got lost. */
  lost(): void {
    if (!this.#isAdvancing) return;
    this.counts.lostAdvances += 1;
    this.#isAdvancing = false;
    this.endUnlink();
  }

  /**
   * end_unlink_async(): a queue head that nothing was submitted to is through after its second doorbell. One that may be
   * active again first has to be seen unchanged for 2 ms, which lie between the two.
   */
  endUnlink(): void {
    const [qh] = this.#unlinking;
    if (qh === undefined) return;
    if (qh.state === 'unlink') {
      this.#unlinking.shift();
      this.#idle.push(qh);
    } else if (qh.queued > 0 && !this.#hasOldToken) {
      this.#hasOldToken = true;
      this.#timer.enable(TimerEvent.activeUnlink);
      return;
    } else {
      qh.state = 'unlink';
    }
    this.#hasOldToken = false;
    this.mustRing = this.#unlinking.length > 0 && !this.#isAdvancing;
    for (let idle = this.#idle.shift(); idle !== undefined; idle = this.#idle.shift()) this.#gone(idle);
  }

  #beginCycle(): void {
    this.#timer.enable(TimerEvent.asyncUnlinks);
    this.#cycle += 1;
  }

  #emptyForLong(): Qh | null {
    if (this.#unlinking.length > 0) return null;
    const isLong = ({ queued, unlinkCycle }: Qh): boolean => queued === 0 && unlinkCycle !== this.#cycle;
    return this.#linked.findLast(isLong) ?? null;
  }

  /** qh_link_async() and enable_async(): right behind the head of the schedule. */
  #link(qh: Qh): void {
    qh.state = 'linked';
    this.#linked.unshift(qh);
    this.switch.enable();
    this.#start(qh);
  }

  /** The controller is through with it; what came meanwhile puts it back. */
  #gone(qh: Qh): void {
    qh.state = 'idle';
    if (qh.queued > 0) this.#link(qh);
    this.switch.disable();
  }

  #start(qh: Qh): void {
    if (!this.switch.isOn) return;
    for (let urb = qh.waiting.shift(); urb !== undefined; urb = qh.waiting.shift()) urb.start(urb);
  }

  #qhOf(urb: Urb): Qh {
    const known = this.#qhs.find(({ of }) => isSameEndpoint(of, urb));
    if (known !== undefined) return known;
    const qh: Qh = { of: urb, state: 'linked', queued: 0, waiting: [], unlinkCycle: this.#cycle };
    this.#qhs.push(qh);
    this.#linked.unshift(qh);
    this.switch.found();
    return qh;
  }
}
