import { describe, expect, test } from 'vitest';
import { Fifo } from '../../src/simulator/fifo.ts';
import { streamOf } from '../../src/simulator/random.ts';

describe('first in, first out', () => {
  test('gives what an array gives, however it grows and empties', () => {
    const noise = streamOf(1, 'test', 'fifo');
    const ring = new Fifo<number>();
    const plain: number[] = [];
    for (let k = 0; k < 5000; k += 1) {
      const isPut = noise.uniform(k) < (Math.floor(k / 500) % 2 === 0 ? 0.7 : 0.3);
      if (isPut) {
        ring.push(k);
        plain.push(k);
      } else {
        expect(ring.shift()).toBe(plain.shift() ?? null);
      }
      expect(ring.first).toBe(plain[0] ?? null);
      expect(ring.length).toBe(plain.length);
    }
  });

  test('moves everything behind what another has', () => {
    const from = new Fifo<number>();
    const to = new Fifo<number>();
    for (const k of [3, 4, 5, 6, 7]) from.push(k);
    for (const k of [0, 1, 2]) to.push(k);
    from.moveTo(to);
    expect(from.length).toBe(0);
    expect(Array.from({ length: 9 }, () => to.shift())).toEqual([0, 1, 2, 3, 4, 5, 6, 7, null]);
  });
});
