import assert from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Claim } from '../../src/claims/claim.ts';
import type { Hcd, Model } from '../../src/model/hcd.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { Engine, Order } from '../../src/simulator/engine.ts';
import { streamOf } from '../../src/simulator/random.ts';
import { run } from '../../src/simulator/run.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from '../replay/built.ts';
import { configured } from '../replay/configured.ts';
import { DISK, experiment, RECEIVING, XHCI, XHCI_BH } from '../simulator/experiments.ts';
import { DWC3, withFunctions } from '../simulator/gadgets.ts';
import { megabytesOf } from './built-cli.ts';
import type { Bench } from './compare.ts';

/**
 * The event engine beside C++ where there is a compiler (a ladder queue for the hold model, the library's heap for the
 * server), and beside SimPy and ns-3 where Debian's python3-simpy3 and libns3-dev are installed: so many events with so
 * many pending (the hold model), and a queue with one server at load 0.8. All say themselves what processor time the
 * simulation took, without starting up and drawing numbers: a machine that others use as well then disturbs little.
 */
const peers = join(dirname(fileURLToPath(import.meta.url)), 'peers');
const MEAN_NS = 1_000_000;

interface Peer {
  readonly name: string;
  /** In one turn: so many that setting up is nothing beside them. */
  readonly events: number;
  readonly holdTarget: number;
  readonly queueTarget: number;
  /** @returns processor time of the simulation, in seconds */
  readonly call: (...args: readonly string[]) => number;
}

/** Whole nanoseconds, drawn beforehand in all programs, so that the engines are compared and not the generators. */
const TABLE = 65_536;
const noise = streamOf(1, 'bench', 'gaps');
const table = Int32Array.from({ length: TABLE }, (_, k) => Math.floor(noise.exponential(k) * MEAN_NS));
const gapNs = (k: number): number => table[k & (TABLE - 1)] ?? 0;

/** @returns processor time, in seconds */
function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function hold(pending: number, events: number): void {
  const engine = new Engine();
  let k = 0;
  const next = (): void => {
    k += 1;
    if (k > events) engine.stop();
    engine.schedule(gapNs(k), Order.hardware, onEvent);
  };
  const onEvent = engine.register(next);
  for (let index = 0; index < pending; index += 1) next();
  k = 0;
  engine.run(Number.MAX_SAFE_INTEGER - 1);
}

/** More customers than are ever waiting at once. */
const WAITING_MAX = 4096;

/** @returns mean time in the system, in service times */
function singleServer(customers: number): number {
  const engine = new Engine();
  const arrivedNs = new Float64Array(WAITING_MAX);
  let arrived = 0;
  let served = 0;
  let sojournNs = 0;
  const serve = (): void => {
    const ns = Math.floor(gapNs(2 * served) * 0.8);
    engine.schedule(ns, Order.hardware, onDeparture);
  };
  const onDeparture = engine.register(() => {
    sojournNs += engine.nowNs - (arrivedNs[served % WAITING_MAX] ?? 0);
    served += 1;
    if (served < arrived) serve();
  });
  const onArrival = engine.register(() => {
    if (arrived === customers) return;
    assert(arrived - served < WAITING_MAX);
    arrivedNs[arrived % WAITING_MAX] = engine.nowNs;
    arrived += 1;
    if (arrived === served + 1) serve();
    engine.schedule(gapNs(2 * arrived + 1), Order.hardware, onArrival);
  });
  engine.schedule(0, Order.hardware, onArrival);
  engine.run(Number.MAX_SAFE_INTEGER - 1);
  return sojournNs / served / (0.8 * MEAN_NS);
}

/** Compiled by now, as the peers are when they begin to measure. */
for (let turn = 0; turn < 20; turn += 1) {
  hold(100, 50_000);
  hold(10_000, 50_000);
  singleServer(50_000);
}

function cpp(): readonly Peer[] {
  return compiled('queues.cc', []).map((call) => ({
    name: 'C++',
    events: 1_000_000,
    holdTarget: 2,
    queueTarget: 2,
    call,
  }));
}

function ns3(): readonly Peer[] {
  if (!existsSync('/usr/include/ns3/core-module.h')) return [];
  return compiled('ns3-queues.cc', ['-lns3-core']).map((call) => ({
    name: 'ns-3',
    events: 1_000_000,
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
  return built.status === 0 ? [(...args) => Number(execFileSync(program, args))] : [];
}

function simpy(): readonly Peer[] {
  const python = '/usr/bin/python3';
  if (spawnSync(python, ['-c', 'import simpy']).status !== 0) return [];
  const script = join(peers, 'simpy-queues.py');
  const call = (...args: readonly string[]): number => Number(execFileSync(python, [script, ...args]));
  return [{ name: 'SimPy', events: 1_000_000, holdTarget: 0.04, queueTarget: 0.022, call }];
}

function against(peer: Peer): readonly Bench[] {
  const { events } = peer;
  const customers = events / 2;
  const holds = [100, 10_000].map((pending) => ({
    name: `hold, ${pending} pending, ${events} events, CPU`,
    run: () => cpuSecondsOf(() => hold(pending, events)),
    peer: { name: peer.name, run: () => peer.call('hold', String(pending), String(events)) },
    targetRatio: peer.holdTarget,
  }));
  const server = {
    name: `one server, ${customers} customers, CPU`,
    run: () => cpuSecondsOf(() => singleServer(customers)),
    peer: { name: peer.name, run: () => peer.call('mm1', String(customers)) },
    targetRatio: peer.queueTarget,
  };
  return [...holds, server];
}

/** What one draw of a claim costs, beside the bare engine handling as many events. */
const windows: readonly Bench[] = [
  {
    name: '100 draws of 32 storage commands, before and after, CPU',
    run: () => drawn(100, (seed) => pair(seed, { workload: DISK, windowNs: 313_000_000 })),
    peer: { name: 'the engine alone, 1000000 events', run: () => cpuSecondsOf(() => hold(4, 1_000_000)) },
    targetRatio: null,
  },
  {
    name: '100 draws of 10 ms of gigabit reception, before and after, CPU',
    run: () => drawn(100, (seed) => pair(seed, { workload: RECEIVING, windowNs: 10_000_000 })),
    peer: { name: 'the engine alone, 1000000 events', run: () => cpuSecondsOf(() => hold(4, 1_000_000)) },
    targetRatio: null,
  },
];

const SETTINGS = configured();
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));
const STICK = claimOf({ before: sideOf(103.667, 'without'), after: sideOf(103.692, 'with') });
const HIGH_SPEED = claimOf({
  before: sideOf(35.2, 'without'),
  after: sideOf(35.9, 'with'),
  conditions: { tools: ['dd'], frameBytes: null, bufferBytes: null, speed: 'high' },
});
const ADAPTER = {
  unit: 'Mbit/s',
  baseUnit: 'bit/s',
  workload: 'net-rx',
  device: 'RTL8153',
  before: sideOf(933.86, 'without'),
  after: sideOf(983.86, 'with'),
} as const;
const LINK = claimOf({
  ...ADAPTER,
  quantity: 'RNDIS',
  device: null,
  before: sideOf(410, 'qmult 5'),
  after: sideOf(455, 'qmult 20'),
});
const PING = claimOf({
  metric: 'latency',
  quantity: 'ping under load, gigabit',
  unit: 'ms',
  baseUnit: 's',
  better: 'lower',
  workload: 'other',
  machine: 'Intel Core i7',
  before: sideOf(3.9, 'without', 1e-3),
  after: sideOf(0.7, 'with', 1e-3),
});

const ofDriver = (driver: string, hcd: Hcd): Model => modelOf({ ...hcd, driver }, { ...withBh(hcd), driver });
const SOF: Hcd = hcdOf({ irq: { ...hcdOf().irq, moderationNs: 0 } });
const BUFFERS = modelOf(DWC3, withFunctions({ storageBuffers: 4 }), { driver: 'dwc3', era: 'E3' });
const QMULT = modelOf(DWC3, withFunctions({ etherQmult: 20 }), { driver: 'dwc3', era: 'E3' });
const LIMITS = modelOf(withBh(hcdOf()), { ...withBh(hcdOf()), byteQueueLimits: true }, { era: 'E4' });

/** Seconds that one claim of a mail may take, of storage and of a network. */
const STORAGE_SECONDS = 1;
const NETWORK_SECONDS = 3;

/** Each from the calibration of its first draw to the last of 256, and what it may take. */
const CLAIMS: readonly (readonly [name: string, claim: Claim, model: Model, secondsMost: number])[] = [
  ['a claim on storage', STICK, HCD_BH, STORAGE_SECONDS],
  [
    'a claim on a disk of EHCI, which unlinks',
    HIGH_SPEED,
    modelOf(ehciOf(), withBh(ehciOf())),
    STORAGE_SECONDS,
  ],
  ['a claim on a disk of dwc2, by its channels', HIGH_SPEED, ofDriver('dwc2', SOF), STORAGE_SECONDS],
  ['a claim on a mass-storage gadget', HIGH_SPEED, BUFFERS, STORAGE_SECONDS],
  ['a claim on reception', claimOf(ADAPTER), HCD_BH, NETWORK_SECONDS],
  ['a claim on sending', claimOf({ ...ADAPTER, workload: 'net-tx' }), HCD_BH, NETWORK_SECONDS],
  ["a claim on a gadget's link", LINK, QMULT, NETWORK_SECONDS],
  ['a claim on a ping beside byte queue limits', PING, LIMITS, NETWORK_SECONDS],
];

/** @returns processor time of a claim that is decided, in seconds. @throws for one that is not replayed */
function replaySeconds(claim: Claim, model: Model, draws: number): number {
  return cpuSecondsOf(() => {
    const replayed = replayClaim(claim, model, SETTINGS, { seed: 1, draws });
    assert(replayed.did === 'replayed', `${claim.quantity}: nothing was timed`);
  });
}

function claims(): readonly Bench[] {
  const rows = CLAIMS.map(([name, claim, model, secondsMost]) => ({
    name: `${name}, 256 paired draws, CPU`,
    run: () => replaySeconds(claim, model, 256),
    peer: { name: 'allowed', run: () => secondsMost },
    targetRatio: 1,
  }));
  return [
    ...rows,
    {
      name: 'a claim on storage, 1024 paired draws, CPU',
      run: () => replaySeconds(STICK, HCD_BH, 1024),
      peer: { name: 'four times 256', run: () => 4 * replaySeconds(STICK, HCD_BH, 256) },
      targetRatio: null,
    },
    {
      name: 'MB resident at most, evaluate xhci-latencies with 1024 draws',
      run: () => megabytesOf('evaluate', 'test/threads/xhci-latencies/thread.mbox', '--samples', '1024'),
      peer: { name: 'allowed', run: () => 300 },
      targetRatio: 1,
    },
  ];
}

function pair(seed: number, of: Parameters<typeof experiment>[0]): void {
  run(experiment({ ...of, seed, hcd: XHCI }));
  run(experiment({ ...of, seed, hcd: XHCI_BH }));
}

function drawn(times: number, work: (k: number) => void): number {
  return cpuSecondsOf(() => {
    for (let k = 0; k < times; k += 1) work(k);
  });
}

export const benches: readonly Bench[] = [
  ...[...cpp(), ...ns3(), ...simpy()].flatMap(against),
  ...windows,
  ...claims(),
];
