import { type LEVEL_NAMES, Level } from './context.ts';
import type { Host, Scenario } from './host.ts';
import type { Machine } from './machine.ts';
import type { CoreTime, Measurement } from './measurement.ts';
import { VECTORS } from './softirq.ts';

const NS_PER_SEC = 1e9;

/**
 * Runs a scenario and measures it from one piece of work to another: the window opens with the first one finished
 * after warm-up and closes with the first one that makes it long enough, so that a rate counts whole cycles.
 */
export function measure(host: Host, scenario: Scenario, windowNs: number): Measurement {
  const { machine } = host;
  const { engine, tally } = machine;
  let from = countersOf(host);
  let isOpen = false;
  tally.onProgress = () => {
    if (!isOpen && engine.nowNs >= scenario.warmUpNs) {
      isOpen = true;
      reset(machine);
      from = countersOf(host);
    } else if (isOpen && engine.nowNs - from.nowNs >= windowNs) {
      engine.stop();
    }
  };
  scenario.begin();
  engine.run(scenario.warmUpNs + windowNs);
  if (isOpen) engine.run(from.nowNs + 2 * windowNs);
  return measurementOf(host, from, countersOf(host));
}

interface Counters {
  readonly nowNs: number;
  readonly cores: readonly (readonly number[])[];
  readonly irqs: number;
  readonly contextSwitches: number;
  readonly wakeups: number;
  readonly softirqs: readonly number[];
  readonly lock: {
    readonly holdNs: number;
    readonly acquisitions: number;
    readonly contended: number;
    readonly waitNs: number;
  };
  readonly functions: ReadonlyMap<string, number>;
}

/** Everything that only grows: a window is the difference of two. */
function countersOf(host: Host): Counters {
  const { machine, controller } = host;
  for (const core of machine.cores) core.charge();
  const { holdNs, acquisitions, contended, waitNs } = machine.hcdLock;
  return {
    nowNs: machine.engine.nowNs,
    cores: machine.cores.map((core) => [...core.levelNs]),
    irqs: controller.irqs(),
    contextSwitches: sum(machine.cores.map((core) => core.contextSwitches)),
    wakeups: sum(machine.cores.map((core) => core.wakeups)),
    softirqs: VECTORS.map((_, vector) =>
      sum(machine.softirqs.map((softirqs) => softirqs.served[vector] ?? 0)),
    ),
    lock: { holdNs, acquisitions, contended, waitNs },
    functions: functionsOf(machine),
  };
}

/** Several functions of one name, such as a tasklet's for each of its lists, are one line of a profile. */
function functionsOf(machine: Machine): ReadonlyMap<string, number> {
  const inclusiveNs = new Map<string, number>();
  for (const { name, inclusiveNs: ns } of machine.code.functions) {
    inclusiveNs.set(name, (inclusiveNs.get(name) ?? 0) + ns);
  }
  return inclusiveNs;
}

function reset(machine: Machine): void {
  machine.tally.reset();
  for (const core of machine.cores) core.irqsOffNsMax = 0;
}

function measurementOf(host: Host, from: Counters, to: Counters): Measurement {
  const { machine } = host;
  const { tally, board, engine } = machine;
  const windowNs = to.nowNs - from.nowNs;
  const perSec = (count: number): number => (windowNs > 0 ? (count * NS_PER_SEC) / windowNs : 0);
  const cores = to.cores.map((levels, index) => timeOf(levels, from.cores[index] ?? []));
  const hardirqNs = sum(cores.map((core) => core.hardirq));
  const acquisitions = to.lock.acquisitions - from.lock.acquisitions;
  return {
    windowNs,
    goodputBytesPerSec: perSec(tally.bytes),
    itemsPerSec: perSec(tally.items),
    urbsPerSec: perSec(tally.urbs),
    urbLatencyNs: latencyOf(tally.latenciesNs),
    completionNs: tally.urbs > 0 ? tally.completionNs / tally.urbs : 0,
    hardirqNsPerUrb: tally.urbs > 0 ? hardirqNs / tally.urbs : 0,
    hardirqShare: windowNs > 0 ? hardirqNs / windowNs : 0,
    softirqShare: windowNs > 0 ? sum(cores.map((core) => core.softirq)) / windowNs : 0,
    irqsOffNsMax: Math.max(...machine.cores.map((core) => core.irqsOffNsMax)),
    irqsPerSec: perSec(to.irqs - from.irqs),
    softirqsPerSec: Object.fromEntries(
      VECTORS.map((vector, index) => [
        vector,
        perSec((to.softirqs[index] ?? 0) - (from.softirqs[index] ?? 0)),
      ]),
    ),
    contextSwitchesPerSec: perSec(to.contextSwitches - from.contextSwitches),
    wakeupsPerSec: perSec(to.wakeups - from.wakeups),
    lock: {
      holdNsMean: acquisitions > 0 ? (to.lock.holdNs - from.lock.holdNs) / acquisitions : 0,
      waitNsMean: acquisitions > 0 ? (to.lock.waitNs - from.lock.waitNs) / acquisitions : 0,
      acquisitions,
      contended: to.lock.contended - from.lock.contended,
    },
    cores,
    functionShares: sharesOf(from.functions, to.functions, windowNs),
    lost: tally.lost,
    deadlock: board.deadlock,
    events: engine.events,
  };
}

function timeOf(levels: readonly number[], before: readonly number[]): CoreTime {
  const ns = (level: number): number => (levels[level] ?? 0) - (before[level] ?? 0);
  return {
    idle: ns(Level.idle),
    user: ns(Level.user),
    kthread: ns(Level.kthread),
    fifo: ns(Level.fifo),
    softirq: ns(Level.softirq),
    hardirq: ns(Level.hardirq),
  } satisfies Record<(typeof LEVEL_NAMES)[number], number>;
}

function sharesOf(
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
  windowNs: number,
): Readonly<Record<string, number>> {
  if (windowNs === 0) return {};
  return Object.fromEntries([...to].map(([name, ns]) => [name, (ns - (from.get(name) ?? 0)) / windowNs]));
}

/** Quantiles by nearest rank. */
function latencyOf(latenciesNs: readonly number[]): Measurement['urbLatencyNs'] {
  const sorted = Float64Array.from(latenciesNs).sort();
  const count = sorted.length;
  if (count === 0) return { mean: 0, p50: 0, p99: 0, max: 0 };
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * count) - 1)] ?? 0;
  return { mean: sum(sorted) / count, p50: rank(0.5), p99: rank(0.99), max: rank(1) };
}

function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
