import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../src/simulator/event-queue.ts';

interface Pending {
  readonly timeNs: number;
  readonly order: number;
  readonly sequence: number;
}

/** The same queue, slow and obvious. */
class SortedList {
  readonly #pending: Pending[] = [];

  push(event: Pending): void {
    this.#pending.push(event);
    this.#pending.sort((a, b) => a.timeNs - b.timeNs || a.order - b.order || a.sequence - b.sequence);
  }

  pop(): Pending | undefined {
    return this.#pending.shift();
  }
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ afterNs: fc.integer({ min: 0, max: 50 }), order: fc.constantFrom(0, 10, 40) }),
  },
  { weight: 2, arbitrary: fc.constant('pop' as const) },
);

describe('the event queue', () => {
  test('hands out what a sorted list hands out, in the same order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const fast = new EventQueue();
        const slow = new SortedList();
        let nowNs = 0;
        for (const each of steps) {
          if (each !== 'pop') {
            const sequence = fast.push(nowNs + each.afterNs, each.order, 7, fast.size);
            slow.push({ timeNs: nowNs + each.afterNs, order: each.order, sequence });
            continue;
          }
          const expected = slow.pop();
          if (expected === undefined) continue;
          fast.pop();
          nowNs = fast.timeNs;
          expect({ timeNs: fast.timeNs, sequence: fast.sequence }).toEqual({
            timeNs: expected.timeNs,
            sequence: expected.sequence,
          });
        }
      }),
    );
  });

  test('says when the next event is due, and that there is none', () => {
    const queue = new EventQueue();
    expect(queue.headNs).toBe(Number.POSITIVE_INFINITY);
    queue.push(5, 0, 1, 2);
    expect(queue.headNs).toBe(5);
    queue.pop();
    expect([queue.timeNs, queue.handler, queue.argument]).toEqual([5, 1, 2]);
    expect(queue.headNs).toBe(Number.POSITIVE_INFINITY);
  });

  test('grows as far as it is asked to', () => {
    const queue = new EventQueue();
    for (let index = 0; index < 10_000; index += 1) queue.push((index * 7919) % 10_007, 0, 0, index);
    let lastNs = -1;
    while (queue.size > 0) {
      queue.pop();
      expect(queue.timeNs).toBeGreaterThanOrEqual(lastNs);
      lastNs = queue.timeNs;
    }
  });
});
