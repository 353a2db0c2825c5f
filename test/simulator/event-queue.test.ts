import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../src/simulator/event-queue.ts';
import { streamOf } from '../../src/simulator/random.ts';

interface Pending {
  readonly timeNs: number;
  readonly order: number;
  readonly sequence: number;
  readonly id: number;
}

/** The same queue, slow and obvious. */
class SortedList {
  readonly #pending: Pending[] = [];

  push(event: Pending): void {
    const isLater = (other: Pending): boolean =>
      (other.timeNs - event.timeNs || other.order - event.order || other.sequence - event.sequence) > 0;
    const at = this.#pending.findIndex(isLater);
    this.#pending.splice(at < 0 ? this.#pending.length : at, 0, event);
  }

  pop(): Pending | undefined {
    return this.#pending.shift();
  }
}

/** How far ahead events are pushed: ties, neighbours, and times so far apart that buckets are divided again. */
const AHEAD_NS = [0, 1, 50, 1000, 1_000_000, 1_000_000_000_000];

/** Pushes and pops, more of one and then more of the other, so that the queue fills and empties. */
function exercise(seed: number, aheadNs: readonly number[], steps: number): void {
  const noise = streamOf(seed, 'queue', 'steps');
  const fast = new EventQueue();
  const slow = new SortedList();
  for (let k = 0; k < steps; k += 1) {
    const isPush = noise.uniform(4 * k) < (Math.floor(k / 700) % 2 === 0 ? 0.9 : 0.2);
    if (isPush || fast.headNs === Number.POSITIVE_INFINITY) {
      const span = aheadNs[Math.floor(noise.uniform(4 * k + 1) * aheadNs.length)] ?? 0;
      const delayNs = Math.floor(noise.uniform(4 * k + 2) * (span + 1));
      const timeNs = fast.nowNs + delayNs;
      const order = noise.uniform(4 * k + 3) < 0.5 ? 0 : 40;
      slow.push({ timeNs, order, sequence: k, id: fast.push(delayNs, order, 7, k) });
    } else {
      const slot = fast.pop();
      const { timeNs, id } = slow.pop() ?? {};
      expect([fast.nowNs, fast.idOf(slot)]).toEqual([timeNs, id]);
    }
  }
}

describe('the event queue', () => {
  test('hands out what a sorted list hands out, in the same order', () => {
    fc.assert(
      fc.property(fc.nat(), fc.subarray(AHEAD_NS, { minLength: 1 }), (seed, aheadNs) => {
        exercise(seed, aheadNs, 2800);
      }),
      { numRuns: 40 },
    );
  });

  test('says when the next event is due, and that there is none', () => {
    const queue = new EventQueue();
    expect(queue.headNs).toBe(Number.POSITIVE_INFINITY);
    queue.push(5, 0, 1, 2);
    expect(queue.headNs).toBe(5);
    const slot = queue.pop();
    expect([queue.nowNs, queue.handlerOf(slot), queue.argumentOf(slot)]).toEqual([5, 1, 2]);
    expect(queue.headNs).toBe(Number.POSITIVE_INFINITY);
  });

  test('grows as far as it is asked to', () => {
    const queue = new EventQueue();
    for (let index = 0; index < 10_000; index += 1) queue.push((index * 7919) % 10_007, 0, 0, index);
    let lastNs = -1;
    while (queue.headNs < Number.POSITIVE_INFINITY) {
      queue.pop();
      expect(queue.nowNs).toBeGreaterThanOrEqual(lastNs);
      lastNs = queue.nowNs;
    }
  });
});
