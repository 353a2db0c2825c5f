import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/simulator/random.ts';
import { expectMean, SEEDS } from './estimate.ts';
import { type Class, singleQueue, UNIT_NS } from './station.ts';

const JOBS = 10_000;

type Service = 'exponential' | 'constant' | 'log-normal';

function classOf(rate: number, service: Service, seed: number): Class {
  const stream = streamOf(seed, 'jobs', 'service');
  // Log-normal with mean 1 and standard deviation 2.
  const sigma = Math.sqrt(Math.log(5));
  const lengths: Record<Service, (k: number) => number> = {
    exponential: (k) => stream.exponential(k),
    constant: () => 1,
    'log-normal': (k) => Math.exp(sigma * stream.normal(k) - (sigma * sigma) / 2),
  };
  return { name: 'jobs', rate, service: lengths[service] };
}

function meanSojourn(rate: number, service: Service): readonly number[] {
  return SEEDS.map((seed) => {
    const { flow } = singleQueue(classOf(rate, service, seed), seed, JOBS);
    return flow.sojournNs / flow.jobs / UNIT_NS;
  });
}

/**
 * Relative half width that theory gives 25 runs of 10,000 jobs: 3.745 standard errors of the mean time in an M/M/1
 * queue, sqrt(rho (2 + 5 rho - 4 rho^2 + rho^3) / (1 - rho)^4 / n), with a margin of a half for their own scatter.
 */
function widest(rho: number): number {
  const variance = (rho * (2 + 5 * rho - 4 * rho ** 2 + rho ** 3)) / (1 - rho) ** 4;
  return 1.5 * 3.745 * Math.sqrt(variance / (SEEDS.length * JOBS)) * (1 - rho);
}

describe('one server', () => {
  test.each([0.5, 0.8, 0.95])('with exponential service at rho %d is M/M/1', (rho) => {
    expectMean(meanSojourn(rho, 'exponential'), 1 / (1 - rho), widest(rho));
  });

  test.each([0.5, 0.8, 0.95])('with constant service at rho %d is M/D/1', (rho) => {
    expectMean(meanSojourn(rho, 'constant'), 1 + rho / (2 * (1 - rho)), widest(rho));
  });

  test('with log-normal service obeys Pollaczek and Khinchine', () => {
    // E[S^2] = 1 + 4; the heavy tail of S^2 makes the mean wait scatter more than an exponential would.
    expectMean(meanSojourn(0.5, 'log-normal'), 1 + (0.5 * 5) / (2 * 0.5), 0.11);
  });
});

describe('every run', () => {
  test.each(SEEDS)(
    'keeps the laws of Little and of utilisation, and every nanosecond, with seed %d',
    (seed) => {
      const { flow, levelNs, endNs } = singleQueue(classOf(0.8, 'exponential', seed), seed, 2000);
      expect(flow.jobs).toBe(2000);
      expect(flow.areaNs).toBe(flow.sojournNs);
      expect(levelNs[2]).toBe(flow.serviceNs);
      expect(levelNs.reduce((sum, ns) => sum + ns, 0)).toBe(endNs);
    },
  );
});
