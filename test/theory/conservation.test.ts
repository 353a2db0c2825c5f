import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import {
  ALL_HCDS,
  ALL_WORKLOADS,
  CAMERA,
  costsOf,
  DISK,
  EHCI,
  experiment,
  KEYBOARD,
  PWC,
  RECEIVING,
  withBh,
  withoutBh,
  XHCI,
} from '../simulator/experiments.ts';
import { SEEDS } from './estimate.ts';

/** Of any of the workloads. */
const URBS_MAX = 10;
const WINDOW_NS = 20_000_000;

/** Frames of 1500 bytes that an URB holds. */
const BATCH_FRAMES = 10;

/** Every controller has its turn. */
function hcdOf(seed: number): Hcd {
  const all = [...ALL_HCDS, ...ALL_HCDS.map(withBh)];
  return all[seed % all.length] ?? XHCI;
}

describe('whatever the costs', () => {
  test.each(SEEDS)('no nanosecond of a core is lost or counted twice, draw %d', (seed) => {
    for (const workload of ALL_WORKLOADS) {
      const { cores, windowNs } = run(experiment({ workload, costs: costsOf(seed), windowNs: WINDOW_NS }));
      for (const core of cores) {
        expect(Object.values(core).reduce((sum, ns) => sum + ns, 0)).toBe(windowNs);
      }
    }
  });

  test.each(SEEDS)('what goes in comes out: URBs, interrupts and locks, draw %d', (seed) => {
    for (const workload of ALL_WORKLOADS) {
      for (const hcd of [XHCI, withBh(EHCI)]) {
        const { host, scenario } = setUp(experiment({ hcd, workload, costs: costsOf(seed) }));
        const { machine, controller } = host;
        scenario.begin();
        machine.engine.run(WINDOW_NS);
        const { tally } = host;
        const { hcdLock } = machine;
        // What is out, and the one that complete() may just have submitted again.
        const out = tally.submitted - tally.urbs;
        expect(out).toBeGreaterThanOrEqual(0);
        expect(out).toBeLessThanOrEqual(('urbsMax' in workload ? workload.urbsMax : URBS_MAX) + 1);
        expect(tally.urbs).toBeGreaterThan(0);
        const { raised, handled, coalesced, isPending } = controller.line;
        expect(raised).toBe(handled + coalesced + (isPending ? 1 : 0));
        expect(hcdLock.acquisitions).toBe(hcdLock.releases + (hcdLock.owner === null ? 0 : 1));
      }
    }
  });
});

describe('a network adapter', () => {
  /** Frames in URBs under way, and as many more that are looked at when the next URB is queued. */
  const UNDER_WAY = 2 * RECEIVING.urbs * BATCH_FRAMES;

  test.each(SEEDS)('receives or loses every frame of the wire, draw %d', (seed) => {
    const drawn = costsOf(seed);
    for (const costs of [drawn, { ...drawn, rxStackNs: 20_000 }]) {
      const { host, scenario } = setUp(experiment({ hcd: hcdOf(seed), workload: RECEIVING, costs }));
      scenario.begin();
      host.machine.engine.run(WINDOW_NS);
      const came = Math.floor((WINDOW_NS * RECEIVING.offeredFramesPerSec) / 1e9) + 1;
      const known = host.tally.items + host.tally.lost;
      expect(known).toBeLessThanOrEqual(came);
      expect(known).toBeGreaterThanOrEqual(came - UNDER_WAY);
      expect(host.tally.bytes).toBe(host.tally.items * RECEIVING.frameBytes);
    }
  });
});

describe('HCD_BH', () => {
  test.each(SEEDS)('never raises the time in hardirq for an URB, draw %d', (seed) => {
    for (const workload of ALL_WORKLOADS) {
      for (const hcd of [XHCI, hcdOf(seed)]) {
        // Queueing an URB costs less than giving it back, on every machine there is.
        const drawn = costsOf(seed);
        const costs = { ...drawn, bhQueueNs: Math.min(drawn.bhQueueNs, drawn.givebackNs + drawn.lockNs) };
        const before = run(experiment({ hcd: withoutBh(hcd), workload, costs, windowNs: WINDOW_NS }));
        const after = run(experiment({ hcd: withBh(hcd), workload, costs, windowNs: WINDOW_NS }));
        // A window may hold one interrupt more than it holds URBs.
        const urbs = (after.urbsPerSec * after.windowNs) / 1e9;
        expect(after.hardirqNsPerUrb).toBeLessThanOrEqual(before.hardirqNsPerUrb * (1 + 1 / urbs));
      }
    }
  });
});

describe('throughput', () => {
  const COSTS_THAT_RISE = Object.keys(costsOf(1)).filter((name): name is keyof Costs => name.endsWith('Ns'));

  test.each(COSTS_THAT_RISE)('never rises with %s', (name) => {
    for (const seed of SEEDS) {
      const base = costsOf(seed);
      for (const workload of [DISK, KEYBOARD, RECEIVING, CAMERA, PWC]) {
        const of: Experiment = experiment({ hcd: hcdOf(seed), workload, costs: base, windowNs: WINDOW_NS });
        const cheap = run(of);
        const dear = run({ ...of, costs: { ...base, [name]: base[name] * 2 } });
        // Frames are counted by the batch: a window may end with one more.
        const batch =
          workload.kind === 'ethernet' ? BATCH_FRAMES / (cheap.itemsPerSec * WINDOW_NS * 1e-9) : 1e-9;
        expect(dear.itemsPerSec).toBeLessThanOrEqual(cheap.itemsPerSec * (1 + batch));
      }
    }
  });
});

describe('a camera and pwc', () => {
  test.each(['copyCachedBytesPerSec', 'copyCoherentBytesPerSec'] as const)(
    'deliver no more when memory gets slower: %s',
    (name) => {
      for (const seed of SEEDS) {
        const base = costsOf(seed);
        for (const workload of [CAMERA, PWC]) {
          const of: Experiment = experiment({
            hcd: hcdOf(seed),
            workload,
            costs: base,
            windowNs: 100_000_000,
          });
          const slow = run({ ...of, costs: { ...base, [name]: Math.ceil(base[name] / 20) } });
          // A window begins and ends with the copy of a picture, which is a little later when it takes longer.
          expect(slow.itemsPerSec).toBeLessThanOrEqual(run(of).itemsPerSec * 1.005);
        }
      }
    },
  );
});

describe('credit', () => {
  test.each(SEEDS)('never lowers what comes through when it is added, seed %d', (seed) => {
    const costs = costsOf(seed);
    const slow = { ...costs, rxStackNs: costs.rxStackNs * 4 };
    let least = 0;
    for (const urbs of [1, 2, 4, 10]) {
      const { itemsPerSec } = run(
        experiment({ workload: { ...RECEIVING, urbs }, costs: slow, windowNs: WINDOW_NS }),
      );
      expect(itemsPerSec).toBeGreaterThanOrEqual(least * (1 - 0.005));
      least = itemsPerSec;
    }
  });
});
