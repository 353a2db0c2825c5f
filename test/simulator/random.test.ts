import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/simulator/random.ts';

const COUNT = 20_000;
const indices = Array.from({ length: COUNT }, (_, k) => k);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean of products of two sequences of uniforms, less a quarter, in standard errors (variance 1/9 - 1/16). */
function dependence(first: readonly number[], second: readonly number[]): number {
  const products = first.map((value, index) => (value - 0.5) * ((second[index] ?? 0) - 0.5));
  return mean(products) / Math.sqrt(1 / 144 / COUNT);
}

describe('a stream', () => {
  test('gives the k-th number whatever was asked before', () => {
    const stream = streamOf(7, 'device', 'access');
    const forwards = [0, 1, 2, 3].map((k) => stream.uniform(k));
    const again = streamOf(7, 'device', 'access');
    expect([3, 2, 1, 0].map((k) => again.uniform(k))).toEqual(forwards.toReversed());
  });

  test('fills [0, 1) evenly', () => {
    const stream = streamOf(1, 'device', 'access');
    const bins = new Array<number>(100).fill(0);
    for (const k of indices) {
      const value = stream.uniform(k);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      const bin = Math.floor(value * 100);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    const expected = COUNT / 100;
    const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 99 degrees of freedom: mean 99, standard deviation 14.07; 4.5 of them either way.
    expect(Math.abs(chiSquare - 99)).toBeLessThan(4.5 * Math.sqrt(2 * 99));
  });

  test.each([
    ['its neighbours', streamOf(1, 'a', 'b'), 1],
    ['a neighbouring seed', streamOf(2, 'a', 'b'), 0],
    ['another entity', streamOf(1, 'c', 'b'), 0],
    ['another purpose', streamOf(1, 'a', 'd'), 0],
  ])('has nothing in common with %s', (_, other, shift) => {
    const stream = streamOf(1, 'a', 'b');
    const first = indices.map((k) => stream.uniform(k));
    const second = indices.map((k) => other.uniform(k + shift));
    expect(Math.abs(dependence(first, second))).toBeLessThan(4.5);
  });

  test('gives exponential numbers of mean 1 and normal ones of mean 0 and variance 1', () => {
    const stream = streamOf(3, 'device', 'access');
    const exponential = indices.map((k) => stream.exponential(k));
    const normal = indices.map((k) => stream.normal(k));
    expect(Math.abs(mean(exponential) - 1)).toBeLessThan(4.5 / Math.sqrt(COUNT));
    expect(Math.abs(mean(normal))).toBeLessThan(4.5 / Math.sqrt(COUNT));
    expect(Math.abs(mean(normal.map((value) => value * value)) - 1)).toBeLessThan(4.5 * Math.sqrt(2 / COUNT));
  });

  test('spreads phases so evenly that any hundred have nearly the mean', () => {
    const stream = streamOf(4, 'controller', 'phase');
    for (let from = 0; from < 1000; from += 100) {
      const hundred = indices.slice(from, from + 100).map((k) => stream.phase(k));
      expect(Math.abs(mean(hundred) - 0.5)).toBeLessThan(0.02);
    }
  });
});
