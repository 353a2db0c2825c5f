import { describe, expect, test } from 'vitest';
import type { Era } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import { Order } from '../../src/simulator/engine.ts';
import type { Host } from '../../src/simulator/host.ts';
import { act, fn } from '../../src/simulator/program.ts';
import { setUp } from '../../src/simulator/run.ts';
import { type UrbOf, urbOf } from '../../src/simulator/urb.ts';
import { COSTS, experiment, XHCI_BH } from '../simulator/experiments.ts';
import { expectMean, SEEDS } from './estimate.ts';
import { arrivalTimes, type Discipline, turns } from './recursions.ts';

const SERVICE_NS = 100_000;
const BULK_URBS = 400;
/** One sparse URB to so many units of time; it takes no time itself, so that it adds no load. */
const SPARSE_UNITS = 4;

/** Everything is free but unmapping, which only the bulk URBs need. */
const FREE: Costs = {
  ...COSTS,
  irqNs: 0,
  softirqNs: 0,
  taskletNs: 0,
  wakeNs: 0,
  contextSwitchNs: 0,
  lockNs: 0,
  contendedLockNs: 0,
  eventTrbNs: 0,
  mmioReadNs: 0,
  mmioWriteNs: 0,
  bhQueueNs: 0,
  givebackNs: 0,
  unmapNs: SERVICE_NS,
};
const HCD = { ...XHCI_BH, irq: { ...XHCI_BH.irq, moderationNs: 0 } };

/** Waits of sparse interrupt URBs behind Poisson bulk URBs at load rho, in the order they come. */
function sparseWaitsNs(era: Era, rho: number, seed: number): readonly number[] {
  const { host } = setUp(experiment({ hcd: HCD, era, costs: FREE, seed }));
  const { engine } = host.machine;
  const waitsNs: number[] = [];
  const measure = fn(
    'hid_irq_in',
    act((self) => waitsNs.push(engine.nowNs - self.urbFinishedNs)),
  );
  const bulk = { pipe: 'bulk', complete: fn('complete'), isMapped: true } as const;
  const sparse = { pipe: 'interrupt', complete: measure, isMapped: false } as const;
  arrivals(host, bulk, SERVICE_NS / rho);
  arrivals(host, sparse, SPARSE_UNITS * SERVICE_NS);
  engine.run(Math.round((BULK_URBS / rho) * SERVICE_NS));
  return waitsNs;
}

/** URBs that finish on the bus at random, for ever. */
function arrivals(
  { machine, controller, tally }: Host,
  of: Pick<UrbOf, 'pipe' | 'complete' | 'isMapped'>,
  meanNs: number,
): void {
  const { engine } = machine;
  const gaps = machine.stream(of.pipe, 'arrivals');
  let k = 0;
  const wait = (): void => {
    k += 1;
    engine.schedule(Math.round(gaps.exponential(k) * meanNs), Order.hardware, onArrival);
  };
  const onArrival = engine.register(() => {
    controller.finish(urbOf({ ...of, direction: 'in', bytes: 0, start: () => {}, tally }));
    wait();
  });
  wait();
}

/** The same waits without a simulator: to the end of the turn that each finds under way. */
function plainWaitsNs(discipline: Discipline, rho: number, seed: number, count: number): readonly number[] {
  const waitsNs: number[] = [];
  const nextSparse = arrivalTimes('interrupt', seed, SPARSE_UNITS * SERVICE_NS);
  let sparseNs = nextSparse();
  const bulk = arrivalTimes('bulk', seed, SERVICE_NS / rho);
  for (const { fromNs, toNs } of turns(bulk, SERVICE_NS, { discipline, count: 2 * BULK_URBS })) {
    for (; sparseNs <= toNs; sparseNs = nextSparse()) waitsNs.push(sparseNs < fromNs ? 0 : toNs - sparseNs);
  }
  return waitsNs.slice(0, count);
}

/** What a sparse URB that comes at any time waits in the mean: over the turns, in units of one giveback. */
function meanWait(
  discipline: Discipline,
  rho: number,
  { seed, count }: { seed: number; count: number },
): number {
  let areaNs = 0;
  let endNs = 0;
  const bulk = arrivalTimes('bulk', seed, SERVICE_NS / rho);
  for (const { fromNs, toNs } of turns(bulk, SERVICE_NS, { discipline, count })) {
    areaNs += (toNs - fromNs) ** 2 / 2;
    endNs = toNs;
  }
  return areaNs / endNs / SERVICE_NS;
}

describe('a sparse interrupt URB behind bulk givebacks', () => {
  test.each([
    ['E1' as const, 'exhaustive' as const],
    ['E2' as const, 'exhaustive' as const],
    ['E3' as const, 'gated' as const],
    ['E4' as const, 'gated' as const],
  ])(
    'in era %s waits for what %s service makes it wait for, each one, to the nanosecond',
    (era, discipline) => {
      for (const rho of [0.3, 0.9]) {
        for (const seed of SEEDS) {
          const waitsNs = sparseWaitsNs(era, rho, seed);
          expect(waitsNs.length).toBeGreaterThan(25);
          expect(waitsNs).toEqual(plainWaitsNs(discipline, rho, seed, waitsNs.length));
        }
      }
    },
  );

  test.each([
    [0.3, 6_000, 0.03],
    [0.6, 32_000, 0.03],
    [0.9, 600_000, 0.03],
    [0.98, 1_500_000, 0.1],
  ])('waits for the list to stay empty until v5.19, at load %d', (rho, count, widest) => {
    const waits = SEEDS.map((seed) => meanWait('exhaustive', rho, { seed, count }));
    expectMean(waits, rho / (2 * (1 - rho) ** 2), widest);
  });

  test.each([
    [0.3, 3_000, 0.03],
    [0.6, 6_000, 0.03],
    [0.9, 120_000, 0.03],
    [0.98, 480_000, 0.1],
  ])('waits for one round of the list since v6.0, at load %d', (rho, count, widest) => {
    const waits = SEEDS.map((seed) => meanWait('gated', rho, { seed, count }));
    expectMean(waits, rho / (2 * (1 - rho ** 2)), widest);
  });
});
