import type { Hcd } from '../model/hcd.ts';
import { normalQuantile } from '../stats/normal.ts';
import { bulkNs } from './closed-form.ts';
import { latinHypercube } from './draws.ts';
import type { Setting } from './scene.ts';

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
  const { workload } = setting;
  if (workload.kind !== 'gadget-storage' || hcd.gadget === undefined)
    throw new RangeError(`a command of ${workload.kind}`);
  const { storageBuffers, storageBufferBytes } = hcd.gadget;
  const { commandBytes, hostPhaseNs, direction, speed } = workload;
  const fileNs = fileTimes(setting);
  const latencyNs = latencyOf(setting, hcd);
  const queueNs = queueOf(setting);
  const freeNs = new Array<number>(storageBuffers).fill(0);
  let fill = 0;
  let threadNs = 0;
  let hostNs = 0;
  const cross = (bytes: number): number => {
    hostNs = Math.max(threadNs, hostNs) + bulkNs(speed, bytes);
    return hostNs + latencyNs;
  };
  const awaitBuffer = (): void => {
    threadNs = Math.max(threadNs, freeNs[fill % storageBuffers] ?? 0) + queueNs;
  };
  for (let command = 0; command < COMMANDS; command += 1) {
    awaitBuffer();
    threadNs = cross(CBW_BYTES) + setting.costs.scsiNs;
    hostNs += hostPhaseNs;
    for (let left = commandBytes; left > 0; left -= storageBufferBytes) {
      const bytes = Math.min(left, storageBufferBytes);
      awaitBuffer();
      if (direction === 'read') threadNs += fileNs(bytes);
      const endNs = cross(bytes);
      // A buffer that was received is free when it is written, which the thread does one after the other.
      if (direction === 'write') threadNs = Math.max(threadNs, hostNs - latencyNs) + fileNs(bytes);
      freeNs[fill % storageBuffers] = direction === 'write' ? threadNs : endNs;
      fill += 1;
    }
    hostNs += hostPhaseNs;
    awaitBuffer();
    freeNs[fill % storageBuffers] = cross(CSW_BYTES);
    fill += 1;
    hostNs += workload.hostNs;
  }
  return hostNs / COMMANDS;
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
