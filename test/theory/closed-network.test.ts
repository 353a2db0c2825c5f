import { describe, test } from 'vitest';
import { watchLocks } from '../../src/simulator/deadlock.ts';
import { Machine } from '../../src/simulator/machine.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { Level } from '../../src/simulator/parts.ts';
import { act, cpuOf, fn, forever, lock, unlock, wait } from '../../src/simulator/program.ts';
import { COSTS, experiment } from '../simulator/experiments.ts';
import { expectMean, SEEDS } from './estimate.ts';
import { UNIT_NS } from './station.ts';

const UNITS = 4000;

function machineOf(seed: number, cores: number): Machine {
  const free = { ...COSTS, lockNs: 0, contendedLockNs: 0 };
  return new Machine({
    ...experiment({ seed, costs: free }),
    cores,
    watch: watchLocks(),
    monitorOf: () => silentMonitor,
  });
}

/** Jobs go round two cores, exponential service of mean 1 and `second`. @returns rounds per unit of time */
function rounds(seed: number, jobs: number, second: number): number {
  const machine = machineOf(seed, 2);
  const queues = [jobs, 0];
  let done = 0;
  const means = [1, second];
  const servers = machine.cores.map((core, station) => {
    const noise = machine.stream(`station ${station}`, 'service');
    let k = 0;
    const program = forever(
      wait(() => (queues[station] ?? 0) > 0),
      cpuOf(() => {
        k += 1;
        return Math.round(noise.exponential(k) * (means[station] ?? 1) * UNIT_NS);
      }),
      act(() => {
        queues[station] = (queues[station] ?? 0) - 1;
        queues[1 - station] = (queues[1 - station] ?? 0) + 1;
        if (station === 1) done += 1;
        const other = servers[1 - station];
        other?.core.wake(other);
      }),
    );
    return core.context(`server ${station}`, Level.kthread, fn('server', program));
  });
  for (const server of servers) server.core.wake(server);
  machine.engine.run(UNITS * UNIT_NS);
  return done / UNITS;
}

/** Throughput of a closed network of exponential stations by mean value analysis. */
function meanValueAnalysis(jobs: number, services: readonly number[]): number {
  let lengths = services.map(() => 0);
  let throughput = 0;
  for (let present = 1; present <= jobs; present += 1) {
    const times = services.map((service, station) => service * (1 + (lengths[station] ?? 0)));
    throughput = present / times.reduce((sum, time) => sum + time, 0);
    lengths = times.map((time) => time * throughput);
  }
  return throughput;
}

/** Two cores take one lock in turn, think exponentially and hold it exponentially. @returns acquisitions per unit */
function lockCycles(seed: number, thinkMean: number): number {
  const machine = machineOf(seed, 2);
  const shared = machine.lock('shared');
  for (const core of machine.cores) {
    const noise = machine.stream(`core ${core.index}`, 'times');
    let k = 0;
    const exponential = (mean: number) =>
      cpuOf(() => {
        k += 1;
        return Math.round(noise.exponential(k) * mean * UNIT_NS);
      });
    const program = forever(exponential(thinkMean), ...lock(shared), exponential(1), unlock(shared));
    const holder = core.context('holder', Level.kthread, fn('holder', program));
    core.wake(holder);
  }
  machine.engine.run(UNITS * UNIT_NS);
  return shared.acquisitions / UNITS;
}

describe('a closed network of two cores', () => {
  test.each([
    [1, 0.5],
    [2, 1],
    [4, 0.5],
    [8, 0.9],
  ])('with %d jobs and a second service of %d has the throughput of mean value analysis', (jobs, second) => {
    const runs = SEEDS.map((seed) => rounds(seed, jobs, second));
    expectMean(runs, meanValueAnalysis(jobs, [1, second]), 0.02);
  });
});

describe('one lock with two holders', () => {
  test.each([0.5, 1, 4])(
    'is a repairman with two machines, thinking %d times as long as it is held',
    (think) => {
      // Balance of 0, 1, 2 cores at the lock: p1 = 2 p0 / think, p2 = p1 / think; acquisitions = 1 - p0.
      const [one, two] = [2 / think, 2 / think ** 2];
      const runs = SEEDS.map((seed) => lockCycles(seed, think));
      expectMean(runs, (one + two) / (1 + one + two), 0.02);
    },
  );
});
