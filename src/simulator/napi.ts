import type { Machine } from './machine.ts';
import type { Context, Fn, Step } from './parts.ts';
import { act, call, fn, loop } from './program.ts';

/** Source: include/linux/netdevice.h, NAPI_POLL_WEIGHT. */
const WEIGHT = 64;

export interface NapiOf {
  readonly name: string;
  /** Packets wait to be taken. */
  readonly hasWork: () => boolean;
  /** Takes some of them. */
  readonly pollOne: readonly Step[];
  /** How many it took. */
  readonly packets: (self: Context) => number;
}

/**
 * One NAPI instance in the NET_RX softirq: polled until there is nothing left or the weight is used up, and then again
 * in the next pass. Not two cores poll it at once.
 */
export class Napi {
  readonly #machine: Machine;
  readonly #of: NapiOf;
  #isScheduled = false;
  #done = 0;

  constructor(machine: Machine, of: NapiOf) {
    this.#machine = machine;
    this.#of = of;
    const action = this.#action();
    for (const core of machine.cores) machine.softirqsOf(core).open('NET_RX', action);
  }

  /** napi_schedule() */
  schedule(by: Context): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#machine.softirqsOf(by.core).raise('NET_RX', by);
  }

  #action(): Fn {
    const { name, hasWork, pollOne, packets } = this.#of;
    const poll = fn(
      name,
      act(() => {
        this.#done = 0;
      }),
      loop(
        () => hasWork() && this.#done < WEIGHT,
        ...pollOne,
        act((self) => {
          this.#done += packets(self);
        }),
      ),
      act((self) => this.#complete(self)),
    );
    return fn('net_rx_action', call(poll));
  }

  /** napi_complete_done(): what came meanwhile is not forgotten. */
  #complete(self: Context): void {
    this.#isScheduled = false;
    if (this.#of.hasWork()) this.schedule(self);
  }
}
