import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/simulator/random.ts';
import { expectMean, SEEDS } from './estimate.ts';
import { sojournsNs } from './recursions.ts';
import { type Class, singleQueue, UNIT_NS } from './station.ts';

/** Of the simulator, for each seed. */
const JOBS = 2_000;
/** Of the recursion, for each seed: three million in all. */
const PLAIN_JOBS = 120_000;

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
    let sumNs = 0;
    for (const ns of sojournsNs(classOf(rate, service, seed), seed, PLAIN_JOBS)) sumNs += ns;
    return sumNs / PLAIN_JOBS / UNIT_NS;
  });
}

/**
 * Relative half width that theory gives so many jobs: 3.745 standard errors of the mean time in an M/M/1 queue,
 * sqrt(rho (2 + 5 rho - 4 rho^2 + rho^3) / (1 - rho)^4 / n), with a margin of a half for their own scatter.
 */
function widest(rho: number): number {
  const variance = (rho * (2 + 5 * rho - 4 * rho ** 2 + rho ** 3)) / (1 - rho) ** 4;
  return 1.5 * 3.745 * Math.sqrt(variance / (SEEDS.length * PLAIN_JOBS)) * (1 - rho);
}

const LOADS = [0.5, 0.8, 0.95];

describe('the simulator', () => {
  test.each<[Service, number]>([
    ...LOADS.map((rho): [Service, number] => ['exponential', rho]),
    ...LOADS.map((rho): [Service, number] => ['constant', rho]),
    ['log-normal', 0.5],
  ])("is Lindley's recursion to the nanosecond, with %s service at rho %d", (service, rho) => {
    for (const seed of SEEDS) {
      const { flow } = singleQueue(classOf(rho, service, seed), seed, JOBS);
      let sumNs = 0;
      for (const ns of sojournsNs(classOf(rho, service, seed), seed, JOBS)) sumNs += ns;
      expect(flow.sojournNs).toBe(sumNs);
    }
  });

  test.each(LOADS)('has n jobs present for a share of the time that is geometric in n, at rho %d', (rho) => {
    const runs = SEEDS.map((seed) => singleQueue(classOf(rho, 'exponential', seed), seed, JOBS));
    for (const n of [0, 1, 2, 4]) {
      const shares = runs.map(({ flow }) => (flow.presentNs[n] ?? 0) / sum(flow.presentNs));
      expectMean(shares, (1 - rho) * rho ** n, 0.5);
    }
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe("Lindley's recursion", () => {
  test.each(LOADS)('with exponential service at rho %d is M/M/1', (rho) => {
    expectMean(meanSojourn(rho, 'exponential'), 1 / (1 - rho), widest(rho));
  });

  test.each(LOADS)('with constant service at rho %d is M/D/1', (rho) => {
    expectMean(meanSojourn(rho, 'constant'), 1 + rho / (2 * (1 - rho)), widest(rho));
  });

  test('with log-normal service obeys Pollaczek and Khinchine', () => {
    // E[S^2] = 1 + 4; the heavy tail of S^2 makes the mean wait scatter more than an exponential would.
    expectMean(meanSojourn(0.5, 'log-normal'), 1 + (0.5 * 5) / (2 * 0.5), 0.03);
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
