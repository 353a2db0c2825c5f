import { describe, expect, test } from 'vitest';
import { Bus } from '../../src/simulator/bus.ts';
import { Engine } from '../../src/simulator/engine.ts';
import type { GadgetStorage } from '../../src/simulator/gadget-workload.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { streamOf } from '../../src/simulator/random.ts';
import { run } from '../../src/simulator/run.ts';
import { experiment } from '../simulator/experiments.ts';
import { FILE, FREE, withFunctions } from '../simulator/gadgets.ts';
import { expectMean, SEEDS } from './estimate.ts';

/** One mass-storage gadget whose thread has a core of its own, with the one latency that an end of a transfer has. */
interface Drawn {
  readonly workload: GadgetStorage;
  readonly buffers: number;
  readonly bufferBytes: number;
  readonly scsiNs: number;
  /** From the end of a transfer to the end of its complete(). */
  readonly latencyNs: number;
}

function measured({ workload, buffers, bufferBytes, scsiNs, latencyNs }: Drawn, seed = 1): Measurement {
  return run(
    experiment({
      hcd: withFunctions({ storageBuffers: buffers, storageBufferBytes: bufferBytes }),
      // Half of what a thread costs lies before the giveback.
      costs: { ...FREE, scsiNs, irqThreadNs: 2 * latencyNs },
      placement: { isApart: true, ipiNs: 0 },
      workload,
      windowNs: 20_000_000,
      seed,
    }),
  );
}

/** When the status of each command has come, by a few lines of arithmetic. */
function* statusTimes(drawn: Drawn, seed = 1): Generator<number> {
  const { workload, buffers, latencyNs } = drawn;
  const bus = new Bus(new Engine(), workload.speed);
  const pieces = piecesOf(drawn);
  const noise = streamOf(seed, 'gadget', 'backing');
  const sigma = Math.sqrt(Math.log(1 + (workload.backingCv ?? 0) ** 2));
  let k = 0;
  const fileNs = (bytes: number): number => {
    k += 1;
    const times = Math.exp(sigma * noise.normal(k) - sigma ** 2 / 2);
    return Math.round(((bytes * 1e9) / workload.backingBytesPerSec) * times);
  };
  const freeNs = Array.from({ length: buffers }, () => 0);
  let fill = 0;
  let threadNs = 0;
  let hostNs = 0;
  const cross = (bytes: number): number => {
    hostNs = Math.max(threadNs, hostNs) + bus.transferNs(bytes);
    return hostNs + latencyNs;
  };
  const awaitBuffer = (): void => {
    threadNs = Math.max(threadNs, freeNs[fill % buffers] ?? 0);
  };
  for (;;) {
    awaitBuffer();
    threadNs = cross(31) + drawn.scsiNs;
    hostNs += workload.hostPhaseNs;
    for (const bytes of pieces) {
      awaitBuffer();
      threadNs += fileNs(bytes);
      freeNs[fill % buffers] = cross(bytes);
      fill += 1;
    }
    hostNs += workload.hostPhaseNs;
    awaitBuffer();
    freeNs[fill % buffers] = cross(13);
    fill += 1;
    yield hostNs;
    hostNs += workload.hostNs;
  }
}

function piecesOf({ workload: { commandBytes }, bufferBytes }: Drawn): readonly number[] {
  const count = Math.ceil(commandBytes / bufferBytes);
  return Array.from({ length: count }, (_, k) => Math.min(bufferBytes, commandBytes - k * bufferBytes));
}

/** From the first status on, the time that so many commands take. */
function commandsNs(drawn: Drawn, commands: number, seed = 1): number {
  const times = statusTimes(drawn, seed);
  const firstNs = times.next().value as number;
  let lastNs = firstNs;
  for (let k = 0; k < commands; k += 1) lastNs = times.next().value as number;
  return lastNs - firstNs;
}

function drawOf(seed: number): Drawn {
  const stream = streamOf(seed, 'gadget', 'draw');
  const between = (k: number, low: number, high: number): number =>
    Math.round(low * (high / low) ** stream.uniform(k));
  return {
    workload: {
      ...FILE,
      speed: stream.uniform(1) < 0.5 ? 'high' : 'super',
      commandBytes: 4096 * between(2, 1, 256),
      backingBytesPerSec: between(3, 10_000_000, 2_000_000_000),
      isBackingBusy: stream.uniform(4) < 0.5,
      hostNs: between(5, 20_000, 500_000),
      hostPhaseNs: between(6, 10_000, 100_000),
    },
    buffers: between(7, 1, 8),
    bufferBytes: 4096 * between(8, 1, 16),
    scsiNs: between(9, 1000, 50_000),
    latencyNs: between(10, 500, 4000),
  };
}

const EVEN: Drawn = {
  workload: FILE,
  buffers: 2,
  bufferBytes: 16_384,
  scsiNs: 4000,
  latencyNs: 2000,
};

describe('a mass-storage gadget that is read', () => {
  test.each(SEEDS)('takes the time of its pipeline, to the nanosecond, draw %d', (seed) => {
    const drawn = drawOf(seed);
    for (const backingCv of [0, 0.8]) {
      const varied = { ...drawn, workload: { ...drawn.workload, backingCv } };
      const { itemsPerSec, windowNs } = measured(varied, seed);
      const commands = Math.round((itemsPerSec * windowNs) / 1e9);
      expect(commands).toBeGreaterThan(0);
      expect(windowNs).toBe(commandsNs(varied, commands, seed));
    }
  });

  test.each([
    ['the file', 200_000_000, 16_384],
    ['the bus', 2_000_000_000, 16_384],
    ['neither', 480_000_000, 16_384],
    ['neither, of small buffers', 480_000_000, 4096],
  ])(
    'sends buffers max(f, b, (f + b + l) / N) apart where %s is the slowest',
    (_, backingBytesPerSec, bufferBytes) => {
      const bus = new Bus(new Engine(), 'super');
      for (const buffers of [1, 2, 3, 4]) {
        const of = (pieces: number): Drawn => ({
          ...EVEN,
          buffers,
          bufferBytes,
          workload: { ...FILE, backingBytesPerSec, commandBytes: pieces * bufferBytes },
        });
        const perCommandNs = (pieces: number): number => 1e9 / measured(of(pieces)).itemsPerSec;
        const f = Math.round((bufferBytes * 1e9) / backingBytesPerSec);
        const b = bus.transferNs(bufferBytes);
        const apartNs = Math.max(f, b, (f + b + EVEN.latencyNs) / buffers);
        expect((perCommandNs(240) - perCommandNs(120)) / 120).toBeCloseTo(apartNs, 4);
      }
    },
  );

  test('with one buffer is the sum of all its parts', () => {
    const { workload, scsiNs, latencyNs, bufferBytes } = EVEN;
    const bus = new Bus(new Engine(), 'super');
    const pieceNs = bufferBytes + bus.transferNs(bufferBytes) + latencyNs;
    const wrappersNs = bus.transferNs(31) + latencyNs + scsiNs + bus.transferNs(13);
    const serialNs = wrappersNs + 8 * pieceNs + workload.hostNs;
    // The host is ready for a phase later than the device, except for the last one before the status.
    const phaseNs = workload.hostPhaseNs - scsiNs - latencyNs - bufferBytes;
    const statusNs = workload.hostPhaseNs - latencyNs;
    const { itemsPerSec } = measured({ ...EVEN, buffers: 1 });
    expect(1e9 / itemsPerSec).toBeCloseTo(serialNs + Math.max(0, phaseNs) + statusNs, 4);
  });

  test('takes its mean time where the time of the host varies', () => {
    const noisy = { ...EVEN, workload: { ...FILE, hostNs: 200_000, hostCv: 0.1 } };
    const times = SEEDS.map((seed) => 1e9 / measured(noisy, seed).itemsPerSec);
    expectMean(times, commandsNs(noisy, 100) / 100, 0.01);
  });
});
