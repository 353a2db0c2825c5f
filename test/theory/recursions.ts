import { streamOf } from '../../src/simulator/random.ts';
import { type Class, UNIT_NS } from './station.ts';

/**
 * The queues of the theory tests without a simulator: a few lines of arithmetic on the same random numbers, so that the
 * simulator can be held to them job by job, and they to the formulas over millions of jobs.
 */

/** Times of arrival in whole nanoseconds, one after the other, as a simulated source schedules them. */
export function arrivalTimes(entity: string, seed: number, meanNs: number): () => number {
  const gaps = streamOf(seed, entity, 'arrivals');
  let k = 0;
  let nowNs = 0;
  return () => {
    k += 1;
    nowNs += Math.round(gaps.exponential(k) * meanNs);
    return nowNs;
  };
}

/** Lindley's recursion for one server, first come first served. @returns the times in the system, one after the other */
export function* sojournsNs(of: Class, seed: number, count: number): Generator<number> {
  const gaps = streamOf(seed, of.name, 'arrivals');
  let arrivedNs = 0;
  let freeNs = 0;
  for (let k = 1; k <= count; k += 1) {
    arrivedNs += Math.round((gaps.exponential(k) / of.rate) * UNIT_NS);
    freeNs = Math.max(freeNs, arrivedNs) + Math.round(of.service(k) * UNIT_NS);
    yield freeNs - arrivedNs;
  }
}

export type Discipline = 'exhaustive' | 'gated';

/** A turn of the giveback server: a stretch in which nobody else is served. */
export interface Turn {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Turns of a server of constant service time: all that wait when it begins, and with exhaustive service all that come. */
export function* turns(
  next: () => number,
  serviceNs: number,
  { discipline, count }: { readonly discipline: Discipline; readonly count: number },
): Generator<Turn> {
  let arrivedNs = next();
  let nowNs = 0;
  for (let served = 0; served < count; ) {
    nowNs = Math.max(nowNs, arrivedNs);
    const fromNs = nowNs;
    let gateNs = nowNs;
    while (arrivedNs <= gateNs) {
      nowNs += serviceNs;
      served += 1;
      arrivedNs = next();
      if (discipline === 'exhaustive') gateNs = nowNs;
    }
    yield { fromNs, toNs: nowNs };
  }
}

export interface Priorities {
  readonly seed: number;
  /** Time in which the jobs of all classes come, in units. */
  readonly units: number;
  /** A job interrupts a lower one, which resumes afterwards; or it waits until that one is done. */
  readonly mayInterrupt: boolean;
}

/** Jobs of several classes on one core, the first class first. @returns the times in the system of each, added up */
export function prioritySojournsNs(
  classes: readonly Class[],
  { seed, units, mayInterrupt }: Priorities,
): readonly number[] {
  const queues = classes.map((of) => new PlainQueue(of, seed, Math.round(of.rate * units)));
  let nowNs = 0;
  for (;;) {
    // The first class of which a job is here is served; one of a class before it may come meanwhile.
    let queue: PlainQueue | null = null;
    let interruptNs = Number.POSITIVE_INFINITY;
    for (const each of queues) {
      if (each.arrivalNs <= nowNs) {
        queue = each;
        break;
      }
      if (each.arrivalNs < interruptNs) interruptNs = each.arrivalNs;
    }
    if (queue === null) {
      if (interruptNs === Number.POSITIVE_INFINITY) break;
      nowNs = interruptNs;
    } else {
      nowNs = queue.serve(nowNs, mayInterrupt ? interruptNs : Number.POSITIVE_INFINITY);
    }
  }
  return queues.map((queue) => queue.sojournNs);
}

/** Jobs of one class in the order they come. */
class PlainQueue {
  sojournNs = 0;
  /** When the job that is next, or being served, came or comes; Infinity after the last. */
  arrivalNs = 0;
  readonly #of: Class;
  readonly #gaps;
  readonly #count: number;
  #k = 0;
  #leftNs = 0;

  constructor(of: Class, seed: number, count: number) {
    this.#of = of;
    this.#gaps = streamOf(seed, of.name, 'arrivals');
    this.#count = count;
    this.#next();
  }

  /** Serves the job at its head until it is done or somebody interrupts. @returns when that is */
  serve(nowNs: number, interruptNs: number): number {
    const doneNs = nowNs + this.#leftNs;
    if (doneNs > interruptNs) {
      this.#leftNs = doneNs - interruptNs;
      return interruptNs;
    }
    this.sojournNs += doneNs - this.arrivalNs;
    this.#next();
    return doneNs;
  }

  #next(): void {
    this.#k += 1;
    if (this.#k > this.#count) {
      this.arrivalNs = Number.POSITIVE_INFINITY;
      return;
    }
    this.arrivalNs += Math.round((this.#gaps.exponential(this.#k) / this.#of.rate) * UNIT_NS);
    this.#leftNs = Math.round(this.#of.service(this.#k) * UNIT_NS);
  }
}
