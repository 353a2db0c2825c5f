import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine, Order } from '../../src/simulator/engine.ts';
import { streamOf } from '../../src/simulator/random.ts';
import { run } from '../../src/simulator/run.ts';
import { DISK, experiment, RECEIVING, XHCI, XHCI_BH } from '../simulator/experiments.ts';
import type { Bench } from './compare.ts';

/**
 * The event engine beside a binary heap in C++ where there is a compiler, and beside SimPy and ns-3 where Debian's
 * python3-simpy3 and libns3-dev are installed: so many events with so many pending (the hold model), and a queue with
 * one server at load 0.8.
 */
const peers = join(dirname(fileURLToPath(import.meta.url)), 'peers');
const MEAN_NS = 1_000_000;

interface Peer {
  readonly name: string;
  readonly holdTarget: number;
  readonly queueTarget: number;
  readonly call: (...args: readonly string[]) => void;
}

/** Drawn beforehand in all programs, so that the engines are compared and not the generators. */
const TABLE = 65_536;
const noise = streamOf(1, 'bench', 'gaps');
const table = Float64Array.from({ length: TABLE }, (_, k) => noise.exponential(k));
const exponential = (k: number): number => table[k & (TABLE - 1)] ?? 0;

function hold(pending: number, events: number): void {
  const engine = new Engine();
  let k = 0;
  const next = (): void => {
    k += 1;
    if (k > events) engine.stop();
    engine.schedule(Math.floor(exponential(k) * MEAN_NS), Order.hardware, onEvent);
  };
  const onEvent = engine.register(next);
  for (let index = 0; index < pending; index += 1) next();
  k = 0;
  engine.run(Number.MAX_SAFE_INTEGER - 1);
}

/** @returns mean time in the system, in service times */
function singleServer(customers: number): number {
  const engine = new Engine();
  const arrivedNs = new Float64Array(customers + 1);
  let arrived = 0;
  let served = 0;
  let sojournNs = 0;
  const serve = (): void => {
    const ns = Math.floor(exponential(2 * served) * 0.8 * MEAN_NS);
    engine.schedule(ns, Order.hardware, onDeparture);
  };
  const onDeparture = engine.register(() => {
    sojournNs += engine.nowNs - (arrivedNs[served] ?? 0);
    served += 1;
    if (served < arrived) serve();
  });
  const onArrival = engine.register(() => {
    if (arrived === customers) return;
    arrivedNs[arrived] = engine.nowNs;
    arrived += 1;
    if (arrived === served + 1) serve();
    engine.schedule(Math.floor(exponential(2 * arrived + 1) * MEAN_NS), Order.hardware, onArrival);
  });
  engine.schedule(0, Order.hardware, onArrival);
  engine.run(Number.MAX_SAFE_INTEGER - 1);
  return sojournNs / served / (0.8 * MEAN_NS);
}

function cpp(): readonly Peer[] {
  return compiled('queues.cc', []).map((call) => ({
    name: 'C++ heap',
    holdTarget: 2,
    queueTarget: 2,
    call,
  }));
}

function ns3(): readonly Peer[] {
  if (!existsSync('/usr/include/ns3/core-module.h')) return [];
  return compiled('ns3-queues.cc', ['-lns3-core']).map((call) => ({
    name: 'ns-3',
    holdTarget: 0.286,
    queueTarget: 0.667,
    call,
  }));
}

/** Compiled once, where a compiler is at hand. @returns how to call it, if so */
function compiled(source: string, libraries: readonly string[]): readonly Peer['call'][] {
  const program = join(mkdtempSync(join(tmpdir(), 'giveback-bench-')), 'queues');
  const flags = ['-O2', '-DNDEBUG', '-std=c++17', '-o', program, join(peers, source), ...libraries];
  const built = spawnSync(process.env['CXX'] ?? 'g++', flags, { stdio: 'inherit' });
  return built.status === 0 ? [(...args) => void execFileSync(program, args)] : [];
}

function simpy(): readonly Peer[] {
  const python = '/usr/bin/python3';
  if (spawnSync(python, ['-c', 'import simpy']).status !== 0) return [];
  const script = join(peers, 'simpy-queues.py');
  const call = (...args: readonly string[]): void => void execFileSync(python, [script, ...args]);
  return [{ name: 'SimPy', holdTarget: 0.04, queueTarget: 0.022, call }];
}

function against(peer: Peer): readonly Bench[] {
  const holds = [
    [100, 1_000_000],
    [10_000, 1_000_000],
  ] as const;
  return [
    ...holds.map(([pending, events]) => ({
      name: `hold, ${pending} pending, ${events} events`,
      run: () => hold(pending, events),
      peer: { name: peer.name, run: () => peer.call('hold', String(pending), String(events)) },
      targetRatio: peer.holdTarget,
    })),
    {
      name: 'one server, 500000 customers',
      run: () => void singleServer(500_000),
      peer: { name: peer.name, run: () => peer.call('mm1', '500000') },
      targetRatio: peer.queueTarget,
    },
  ];
}

/** What one draw of a claim costs, beside the bare engine handling as many events. */
const windows: readonly Bench[] = [
  {
    name: '100 draws of 32 storage commands, before and after',
    run: () => repeat(100, (seed) => pair(seed, { workload: DISK, windowNs: 313_000_000 })),
    peer: { name: 'the engine alone, 1000000 events', run: () => hold(4, 1_000_000) },
    targetRatio: null,
  },
  {
    name: '100 draws of 10 ms of gigabit reception, before and after',
    run: () => repeat(100, (seed) => pair(seed, { workload: RECEIVING, windowNs: 10_000_000 })),
    peer: { name: 'the engine alone, 1000000 events', run: () => hold(4, 1_000_000) },
    targetRatio: null,
  },
];

function pair(seed: number, of: Parameters<typeof experiment>[0]): void {
  run(experiment({ ...of, seed, hcd: XHCI }));
  run(experiment({ ...of, seed, hcd: XHCI_BH }));
}

function repeat(times: number, work: (k: number) => void): void {
  for (let k = 0; k < times; k += 1) work(k);
}

export const benches: readonly Bench[] = [...[...cpp(), ...ns3(), ...simpy()].flatMap(against), ...windows];
