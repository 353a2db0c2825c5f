import { describe, expect, test } from 'vitest';
import { ByteQueueLimits } from '../../src/simulator/workload/byte-queue-limits.ts';

/** A second, as Linux waits before it lowers a limit. */
const HOLD_NS = 1_000_000_000;
const FRAME = 1500;

function limitsAt(limitBytes: number): ByteQueueLimits {
  const limits = new ByteQueueLimits(HOLD_NS);
  limits.sent(limitBytes);
  limits.completed(limitBytes, 1);
  return limits;
}

describe('byte queue limits, by hand', () => {
  test('let one frame through at first, and learn its length when it is gone', () => {
    const limits = new ByteQueueLimits(HOLD_NS);
    expect(limits.isStopped).toBe(false);
    limits.sent(FRAME);
    expect(limits.isStopped).toBe(true);
    limits.completed(FRAME, 10);
    // All that was queued went since the last completion, and nothing is left: starved.
    expect([limits.limitBytes, limits.isStopped]).toEqual([FRAME, false]);
  });

  test('grow by what both came and went between two completions, and by what was beyond the limit', () => {
    const limits = limitsAt(FRAME);
    // The limit may be passed by one frame: two are under way, one of them beyond it.
    limits.sent(FRAME);
    expect(limits.isStopped).toBe(false);
    limits.sent(FRAME);
    expect(limits.isStopped).toBe(true);
    // One goes and one is left: busy. Of what was beyond, 1500 are remembered.
    limits.completed(FRAME, 20);
    expect(limits.limitBytes).toBe(FRAME);
    // 1500 are left of then; one more is sent, and both go: 1500 are fresh, and with them the 1500 beyond.
    limits.sent(FRAME);
    limits.completed(2 * FRAME, 30);
    expect(limits.limitBytes).toBe(3 * FRAME);
  });

  test('stay while the queue neither ran dry nor was busy throughout', () => {
    const limits = limitsAt(4 * FRAME);
    limits.sent(2 * FRAME);
    limits.completed(2 * FRAME, 20);
    expect(limits.limitBytes).toBe(4 * FRAME);
  });

  test('fall by the least slack, and only after it has lasted', () => {
    const limits = limitsAt(10 * FRAME);
    limits.sent(11 * FRAME);
    // One frame at a time, with one beyond the limit: 10 + 1 - 2 frames of slack each time.
    let nowNs = 2;
    for (; nowNs <= HOLD_NS; nowNs += HOLD_NS / 4) {
      limits.completed(FRAME, Math.floor(nowNs));
      expect(limits.limitBytes).toBe(10 * FRAME);
      limits.sent(FRAME);
    }
    limits.completed(FRAME, HOLD_NS + 2);
    expect(limits.limitBytes).toBe(FRAME);
  });

  test('restart the wait for a slack when the queue runs dry', () => {
    const limits = limitsAt(10 * FRAME);
    limits.sent(11 * FRAME);
    limits.completed(11 * FRAME, HOLD_NS / 2);
    // Dry, with one beyond: 11 fresh are added.
    expect(limits.limitBytes).toBe(21 * FRAME);
    limits.sent(22 * FRAME);
    limits.completed(FRAME, HOLD_NS + 2);
    expect(limits.limitBytes).toBe(21 * FRAME);
  });

  test('take no bytes for no news, and more than are under way for a bug', () => {
    const limits = limitsAt(FRAME);
    limits.completed(0, 20);
    expect(limits.limitBytes).toBe(FRAME);
    limits.sent(FRAME);
    expect(() => limits.completed(FRAME + 1, 30)).toThrow(RangeError);
  });
});

describe('a link that takes frames at a steady rate and tells of them in batches', () => {
  /** Hardware: a frame each tick while there are any, completions of what is done every `batch` ticks. */
  function play(batch: number, ticks: number): { readonly limitFrames: number; readonly idleTicks: number } {
    const limits = new ByteQueueLimits(100 * batch);
    let queued = 0;
    let done = 0;
    let idleTicks = 0;
    for (let tick = 1; tick <= ticks; tick += 1) {
      while (!limits.isStopped) {
        limits.sent(FRAME);
        queued += 1;
      }
      if (queued > 0) {
        queued -= 1;
        done += 1;
      } else if (tick > ticks / 2) {
        idleTicks += 1;
      }
      if (tick % batch !== 0) continue;
      limits.completed(done * FRAME, tick);
      done = 0;
    }
    return { limitFrames: limits.limitBytes / FRAME, idleTicks };
  }

  test.each([1, 2, 3, 8, 20])(
    'told of %d at once: a limit of no more than two batches keeps it busy',
    (batch) => {
      const { limitFrames, idleTicks } = play(batch, 4000 * batch);
      expect(idleTicks).toBe(0);
      expect(limitFrames).toBeGreaterThanOrEqual(batch - 1);
      expect(limitFrames).toBeLessThanOrEqual(2 * batch);
    },
  );
});
