import type { Hcd } from '../model/hcd.ts';
import { normalQuantile } from '../stats/normal.ts';
import { bulkNs } from './closed-form.ts';
import { latinHypercube } from './draws.ts';
import type { Setting, UsbSpeed } from './scene.ts';

const CBW_BYTES = 31;
const CSW_BYTES = 13;
/** Commands that the recursion follows. */
const COMMANDS = 3;
/** One sample of how the file's times spread: the same for all settings, so that they differ in nothing else. */
const NOISE = latinHypercube(1, 512).map((draw) => normalQuantile(draw.position('file')));

/**
 * One command of a mass-storage gadget, nanoseconds, in the mean of a few: each buffer is filled when it is free, goes over
 * the bus after the one before, and is free again when its completion has run. The file's times are one sample of theirs.
 */
export function gadgetCommandNs(setting: Setting, hcd: Hcd): number {
  const { workload, costs } = setting;
  if (workload.kind !== 'gadget-storage' || hcd.gadget === undefined)
    throw new RangeError(`a command of ${workload.kind}`);
  const { commandBytes, hostPhaseNs, hostNs, speed } = workload;
  const ends = new Ends({
    speed,
    buffers: hcd.gadget.storageBuffers,
    latencyNs: latencyOf(setting, hcd),
    queueNs: queueOf(setting),
  });
  const fileNs = fileTimes(setting);
  for (let command = 0; command < COMMANDS; command += 1) {
    ends.takeCommand(costs.scsiNs);
    ends.hostNs += hostPhaseNs;
    for (let left = commandBytes; left > 0; left -= hcd.gadget.storageBufferBytes) {
      const bytes = Math.min(left, hcd.gadget.storageBufferBytes);
      if (workload.direction === 'read') ends.give(bytes, fileNs(bytes));
      else ends.take(bytes, fileNs(bytes));
    }
    ends.hostNs += hostPhaseNs;
    ends.give(CSW_BYTES, 0);
    ends.hostNs += hostNs;
  }
  return ends.hostNs / COMMANDS;
}

interface EndsOf {
  readonly speed: UsbSpeed;
  readonly buffers: number;
  /** From the end of a transfer to the thread that has been woken. */
  readonly latencyNs: number;
  /** Of handing a buffer to the controller. */
  readonly queueNs: number;
}

/**
 * Where the two ends stand in time. They are fields of one object, which a fit reads and writes millions of times:
 * variables of a function that closures share are allocated anew with each number.
 */
class Ends {
  hostNs = 0;
  #threadNs = 0;
  /** When the completion of what crossed last has run. */
  #doneNs = 0;
  #buffer = 0;
  /** From when on each buffer is free. */
  readonly #freeNs: Float64Array;
  readonly #of: EndsOf;

  constructor(of: EndsOf) {
    this.#freeNs = new Float64Array(of.buffers);
    this.#of = of;
  }

  /** The wrapper of a command comes into a buffer that stays the one to fill. */
  takeCommand(scsiNs: number): void {
    this.#awaitBuffer();
    this.#cross(CBW_BYTES);
    this.#threadNs = this.#doneNs + scsiNs;
  }

  /** A buffer is filled from the file, and is free when the host has it. */
  give(bytes: number, fileNs: number): void {
    this.#awaitBuffer();
    this.#threadNs += fileNs;
    this.#cross(bytes);
    this.#freeBuffer(this.#doneNs);
  }

  /** A buffer that was received is free when it is written, which the thread does one after the other. */
  take(bytes: number, fileNs: number): void {
    this.#awaitBuffer();
    this.#cross(bytes);
    this.#threadNs = Math.max(this.#threadNs, this.#doneNs) + fileNs;
    this.#freeBuffer(this.#threadNs);
  }

  #awaitBuffer(): void {
    this.#threadNs = Math.max(this.#threadNs, this.#freeNs[this.#buffer] ?? 0) + this.#of.queueNs;
  }

  #freeBuffer(fromNs: number): void {
    this.#freeNs[this.#buffer] = fromNs;
    this.#buffer = (this.#buffer + 1) % this.#freeNs.length;
  }

  #cross(bytes: number): void {
    this.hostNs = Math.max(this.#threadNs, this.hostNs) + bulkNs(this.#of.speed, bytes);
    this.#doneNs = this.hostNs + this.#of.latencyNs;
  }
}

function fileTimes({ workload }: Setting): (bytes: number) => number {
  if (workload.kind !== 'gadget-storage') return () => 0;
  const { backingBytesPerSec, backingCv = 0 } = workload;
  const sigma = Math.sqrt(Math.log(1 + backingCv ** 2));
  const byteNs = (1e9 / backingBytesPerSec) * Math.exp(-(sigma ** 2) / 2);
  let k = 0;
  return (bytes) => {
    const normal = NOISE[k % NOISE.length] ?? 0;
    k += 1;
    return bytes * byteNs * Math.exp(sigma * normal);
  };
}

/** From the end of a transfer to the thread that has been woken. */
export function latencyOf({ costs }: Setting, { irq, giveback }: Hcd): number {
  const threadNs = irq.type === 'hard' ? 0 : costs.irqThreadNs / 2;
  const relockNs = giveback.lockDropped ? costs.lockNs : 0;
  const handlerNs = costs.irqNs / 2 + costs.mmioReadNs + 2 * costs.mmioWriteNs;
  const givenBackNs = costs.lockNs + costs.eventTrbNs + costs.unmapNs + costs.givebackNs + relockNs;
  return handlerNs + threadNs + givenBackNs + costs.wakeNs + costs.contextSwitchNs;
}

/** usb_ep_queue() of one buffer. */
export function queueOf({ costs, workload }: Setting): number {
  const phyNs = 'speed' in workload && workload.speed === 'high' ? costs.mmioReadNs : 0;
  return costs.mapNs + costs.submitNs + costs.lockNs + costs.mmioWriteNs + phyNs;
}
