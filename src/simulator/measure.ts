import type { Cpu } from './cpu.ts';
import type { Setup } from './host.ts';
import type { Machine } from './machine.ts';
import type { Beside, CoreTime, Latency, Measurement } from './measurement.ts';
import { Level } from './parts.ts';
import { VECTORS } from './softirq.ts';
import type { Tally } from './tally.ts';

const NS_PER_SEC = 1e9;
/** Work so seldom finished that a window does not close by then is measured as it stands. */
const WINDOWS_MAX = 16;

/**
 * Runs a scenario and measures it from one piece of work to another: the window opens with the first one finished
 * after warm-up and closes with the first one that makes it long enough, so that a rate counts whole cycles.
 */
export function measure(setup: Setup, windowNs: number): Measurement {
  const { host, scenario, beside } = setup;
  const { tally } = host;
  const { engine } = host.machine;
  let openedNs = 0;
  let isOpen = false;
  tally.onProgress = () => {
    if (!isOpen && engine.nowNs >= scenario.warmUpNs) {
      isOpen = true;
      openedNs = engine.nowNs;
      reset(setup);
    } else if (isOpen && engine.nowNs - openedNs >= windowNs) {
      engine.stop();
    }
  };
  scenario.begin();
  beside?.scenario.begin();
  for (let windows = 2; windows <= WINDOWS_MAX && !engine.isStopped; windows *= 2) {
    engine.run(scenario.warmUpNs + windows * windowNs);
  }
  return measurementOf(setup, engine.nowNs - openedNs);
}

/** The window opens: everything that is counted starts at zero. */
function reset({ host, beside }: Setup): void {
  const { machine, controller, tally } = host;
  tally.reset();
  beside?.host.tally.reset();
  machine.hcdLock.reset();
  controller.line.reset();
  controller.asyncSchedule?.resetCounts();
  for (const core of machine.cores) core.reset();
  for (const softirqs of machine.softirqs) softirqs.served.fill(0);
  for (const callee of machine.code.functions) callee.inclusiveNs = 0;
  machine.board.monitor.opened();
}

function measurementOf({ host, beside }: Setup, windowNs: number): Measurement {
  const { machine, controller, tally } = host;
  const { board, engine, cores, hcdLock } = machine;
  const allUrbs = tally.urbs + (beside?.host.tally.urbs ?? 0);
  for (const core of cores) core.charge();
  const perSec = (count: number): number => (windowNs > 0 ? (count * NS_PER_SEC) / windowNs : 0);
  const perUrb = (ns: number): number => (tally.urbs > 0 ? ns / tally.urbs : 0);
  const levelNs = (level: number): number => sum(cores.map((core) => core.levelNs[level] ?? 0));
  const hardirqNs = levelNs(Level.hardirq);
  return {
    windowNs,
    goodputBytesPerSec: perSec(tally.bytes),
    itemsPerSec: perSec(tally.items),
    urbsPerSec: perSec(tally.urbs),
    urbLatencyNs: latencyOf(tally.latenciesNs),
    completionNs: perUrb(tally.completionNs),
    copyBytesPerSec: tally.copyNs > 0 ? (tally.copiedBytes * NS_PER_SEC) / tally.copyNs : 0,
    hardirqNsPerUrb: allUrbs > 0 ? hardirqNs / allUrbs : 0,
    hardirqShare: perSec(hardirqNs) / NS_PER_SEC,
    softirqShare: perSec(levelNs(Level.softirq)) / NS_PER_SEC,
    irqsOffNsMax: Math.max(...cores.map((core) => core.irqsOffNsMax)),
    irqsPerSec: perSec(controller.line.handled),
    softirqsPerSec: softirqsOf(machine, perSec),
    contextSwitchesPerSec: perSec(sum(cores.map((core) => core.contextSwitches))),
    wakeupsPerSec: perSec(sum(cores.map((core) => core.wakeups))),
    lock: hcdLock.figures(),
    cores: cores.map(timeOf),
    functionShares: sharesOf(machine, windowNs),
    ...(controller.asyncSchedule === undefined
      ? {}
      : { asyncSchedule: { ...controller.asyncSchedule.counts } }),
    lost: tally.lost,
    ...(tally.probesNs.length > 0 ? { probeLatencyNs: latencyOf(tally.probesNs) } : {}),
    deadlock: board.deadlock,
    lockHazards: board.watch.hazards(),
    beside: beside === null ? null : besideOf(beside.host.tally, perSec),
    isCutShort: engine.isCutShort,
    events: engine.events,
  };
}

function besideOf(tally: Tally, perSec: (count: number) => number): Beside {
  return {
    itemsPerSec: perSec(tally.items),
    urbsPerSec: perSec(tally.urbs),
    urbLatencyNs: latencyOf(tally.latenciesNs),
    lost: tally.lost,
  };
}

function softirqsOf(machine: Machine, perSec: (count: number) => number): Readonly<Record<string, number>> {
  const entries = VECTORS.map((vector, index) => {
    const served = sum(machine.softirqs.map((softirqs) => softirqs.served[index] ?? 0));
    return [vector, perSec(served)] as const;
  });
  return Object.fromEntries(entries);
}

function timeOf(core: Cpu): CoreTime {
  const ns = (level: number): number => core.levelNs[level] ?? 0;
  return {
    idle: ns(Level.idle),
    user: ns(Level.user),
    kthread: ns(Level.kthread),
    fifo: ns(Level.fifo),
    softirq: ns(Level.softirq),
    hardirq: ns(Level.hardirq),
  };
}

/** Several functions of one name, such as a tasklet's for each of its lists, are one line of a profile. */
function sharesOf(machine: Machine, windowNs: number): Readonly<Record<string, number>> {
  const shares: Record<string, number> = {};
  if (windowNs === 0) return shares;
  for (const { name, inclusiveNs } of machine.code.functions) {
    shares[name] = (shares[name] ?? 0) + inclusiveNs / windowNs;
  }
  return shares;
}

/** Quantiles by nearest rank. */
function latencyOf(latenciesNs: readonly number[]): Latency {
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
