import { describe, expect, test } from 'vitest';
import { streamOf } from '../../src/simulator/random.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import { Tally } from '../../src/simulator/tally.ts';
import { uas } from '../../src/simulator/workload/uas.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import { COSTS, experiment, XHCI } from '../simulator/experiments.ts';
import { expectMean, SEEDS } from './estimate.ts';

type Uas = Extract<Workload, { kind: 'uas' }>;

/** Commands under way are then at the disk or on the bus, and nowhere else. */
const FREE = Object.fromEntries(
  Object.entries(COSTS).map(([name, value]) => [name, name.endsWith('Ns') ? 0 : value]),
) as typeof COSTS;
const AT_ONCE = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } };
const COMMANDS = 3000;
const BYTES = 65_536;
/** Data, and what crosses in the other direction with it, is nothing beside it. */
const BUS_NS = BYTES / 0.4749;

const disk = (queueDepth: number, deviceNs: number): Uas => ({
  kind: 'uas',
  direction: 'read',
  speed: 'super',
  transferBytes: BYTES,
  deviceNs,
  queueDepth,
});

/** A disk whose access times are exponential. @returns commands per access time */
function throughput(seed: number, workload: Uas): number {
  const { host } = setUp(experiment({ hcd: AT_ONCE, costs: FREE, workload, seed }));
  const { machine } = host;
  const noise = streamOf(seed, 'disk', 'access');
  const sigma = Math.sqrt(Math.log(2));
  // What makes the log-normal formula of a device give an exponential time.
  const normal = (k: number): number => Math.log(noise.exponential(k)) / sigma + sigma / 2;
  Object.assign(machine, { stream: () => ({ ...noise, normal }) });
  const tally = new Tally();
  const { begin } = uas({ ...host, tally }, { ...workload, deviceCv: 1 });
  let done = 0;
  tally.onProgress = () => {
    done += 1;
    if (done === COMMANDS) machine.engine.stop();
  };
  begin();
  machine.engine.run(Number.MAX_SAFE_INTEGER - 1);
  return (COMMANDS / machine.engine.nowNs) * workload.deviceNs;
}

/**
 * Exact throughput of so many commands that go round an exponential disk and a bus of constant time: M/D/1 with room
 * for all of them, looked at when one leaves the bus. Mean value analysis is exact only if the bus is exponential too.
 */
function roundsPerAccess(jobs: number, busPerAccess: number): number {
  const come: number[] = [];
  for (let k = 0, p = Math.exp(-busPerAccess); k < jobs; k += 1, p *= busPerAccess / k) come.push(p);
  let left = Array.from({ length: jobs }, () => 1 / jobs);
  for (let turn = 0; turn < 2000; turn += 1) {
    const next = left.map(() => 0);
    left.forEach((share, present) => {
      let rest = share;
      const stay = Math.max(0, present - 1);
      for (let k = 0; stay + k < jobs - 1; k += 1) {
        const p = share * (come[k] ?? 0);
        next[stay + k] = (next[stay + k] ?? 0) + p;
        rest -= p;
      }
      next[jobs - 1] = (next[jobs - 1] ?? 0) + rest;
    });
    left = next;
  }
  return 1 / (busPerAccess + (left[0] ?? 0));
}

describe('UAS as a closed network of disk and bus', () => {
  test.each([
    [1, 138_000],
    [2, 138_000],
    [4, 138_000],
    [8, 138_000],
    [2, 400_000],
  ])('with %d commands under way and accesses of %d ns has the exact throughput', (jobs, deviceNs) => {
    const runs = SEEDS.map((seed) => throughput(seed, disk(jobs, deviceNs)));
    expectMean(runs, roundsPerAccess(jobs, BUS_NS / deviceNs), 0.02);
  });

  test.each([1, 2, 3, 4, 8])('with %d commands of constant time touches the asymptotic bound', (jobs) => {
    for (const deviceNs of [50_000, 138_000, 300_000]) {
      const workload = disk(jobs, deviceNs);
      const { itemsPerSec } = run(experiment({ hcd: AT_ONCE, costs: FREE, workload, windowNs: 100_000_000 }));
      const bound = 1e9 * Math.min(jobs / (deviceNs + BUS_NS), 1 / Math.max(deviceNs, BUS_NS));
      expect(Math.abs(itemsPerSec / bound - 1)).toBeLessThan(0.005);
    }
  });
});
