import { describe, test } from 'vitest';
import type { Era } from '../../src/model/hcd.ts';
import { Order } from '../../src/simulator/engine.ts';
import type { Host } from '../../src/simulator/host.ts';
import type { Costs } from '../../src/simulator/measurement.ts';
import { act, fn } from '../../src/simulator/program.ts';
import { setUp } from '../../src/simulator/run.ts';
import { type UrbOf, urbOf } from '../../src/simulator/urb.ts';
import { COSTS, experiment, XHCI_BH } from '../simulator/experiments.ts';
import { expectMean, SEEDS } from './estimate.ts';

const SERVICE_NS = 100_000;
const BULK_URBS = 5_000;
/** One sparse URB to so many units of time; it takes no time itself, so that it adds no load. */
const SPARSE_UNITS = 20;

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

/** Mean wait of a sparse interrupt URB behind Poisson bulk URBs at load rho, in units of one giveback. */
function sparseWait(era: Era, rho: number, seed: number): number {
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
  return waitsNs.reduce((sum, ns) => sum + ns, 0) / waitsNs.length / SERVICE_NS;
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

describe('a sparse interrupt URB behind bulk givebacks', () => {
  // The wait is heavy-tailed near saturation: the widest interval that still tells the two disciplines apart.
  test.each([
    [0.3, 0.15],
    [0.6, 0.15],
    [0.9, 0.6],
  ])('waits for the list to stay empty until v5.19, at load %d', (rho, widest) => {
    const waits = SEEDS.map((seed) => sparseWait('E2', rho, seed));
    expectMean(waits, rho / (2 * (1 - rho) ** 2), widest);
  });

  test.each([
    [0.3, 0.15],
    [0.6, 0.15],
    [0.9, 0.2],
  ])('waits for one round of the list since v6.0, at load %d', (rho, widest) => {
    const waits = SEEDS.map((seed) => sparseWait('E3', rho, seed));
    expectMean(waits, rho / (2 * (1 - rho ** 2)), widest);
  });
});
