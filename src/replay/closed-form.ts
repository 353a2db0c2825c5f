import type { Hcd } from '../model/hcd.ts';
import type { Costs } from '../simulator/measurement.ts';
import type { Setting } from './scene.ts';

/** Bulk-Only Transport: bytes of the command and of the status wrapper. */
const CBW_BYTES = 31;
const CSW_BYTES = 13;

/**
 * One Bulk-Only command, nanoseconds: three URBs one after the other, nothing overlapped.
 *
 *     T = sum over CBW, data, CSW of max(moderation, turnaround + work between + bus + device)
 *
 * A moderated interrupt comes no sooner than the interval after the one before, so that a short phase costs the
 * interval, whatever the giveback costs. For phases longer than that dT = 3 * dt, the law behind -3 * dt / T.
 */
export function storageCommandNs(setting: Setting, hcd: Hcd): number {
  const { costs, workload } = setting;
  if (workload.kind !== 'storage') throw new RangeError(`a command of ${workload.kind}`);
  const turnaround =
    interruptNs(hcd, costs) + givebackNs(hcd, costs) + resumeNs(costs) + submitNs(hcd, costs);
  const phases = [
    costs.scsiNs + bulkNs(workload.speed, CBW_BYTES),
    workload.deviceNs + bulkNs(workload.speed, workload.transferBytes),
    bulkNs(workload.speed, CSW_BYTES),
  ];
  return phases.reduce((sum, phase) => sum + Math.max(hcd.irq.moderationNs, turnaround + phase), 0);
}

/** usb_submit_urb() down to the doorbell. */
export function submitNs(hcd: Hcd, costs: Costs): number {
  const lockNs = hcd.enqueue.takesLock ? costs.lockNs : 0;
  return costs.mapNs + costs.submitNs + lockNs + costs.mmioWriteNs;
}

/** One interrupt with one event, apart from giving it back. */
export function interruptNs(hcd: Hcd, costs: Costs): number {
  const threadNs = hcd.irq.type === 'hard' ? 0 : costs.irqThreadNs;
  return costs.irqNs + threadNs + costs.lockNs + costs.mmioReadNs + 2 * costs.mmioWriteNs + costs.eventTrbNs;
}

/** From the event to complete() done, apart from what complete() does. */
export function givebackNs(hcd: Hcd, costs: Costs): number {
  const { lockDropped, lockHeld, context } = hcd.giveback;
  const relockNs = lockDropped || (!lockHeld && !hcd.hcdBh) ? costs.lockNs : 0;
  const queueNs =
    context === 'workqueue' && !hcd.hcdBh ? costs.bhQueueNs + costs.wakeNs + costs.contextSwitchNs : 0;
  return costs.unmapNs + costs.givebackNs + relockNs + queueNs + (hcd.hcdBh ? deferNs(hcd, costs) : 0);
}

/** What HCD_BH puts between the interrupt and complete(). */
function deferNs(hcd: Hcd, costs: Costs): number {
  const softirqNs = costs.bhQueueNs + costs.softirqNs + costs.taskletNs + 2 * costs.lockNs;
  // Raised from a thread of its own, a softirq runs in ksoftirqd; forced threading keeps softirqs off and runs it itself.
  const ksoftirqdNs = hcd.irq.type === 'threaded' ? costs.wakeNs + costs.contextSwitchNs : 0;
  return softirqNs + ksoftirqdNs;
}

/** complete() wakes the thread, which is switched to. */
function resumeNs(costs: Costs): number {
  return costs.wakeNs + costs.contextSwitchNs;
}

/** A bulk transfer on a bus of its own: full packets, and the rest with its overhead. Source: usb-model, section 4.1 */
export function bulkNs(speed: 'high' | 'super', bytes: number): number {
  const { packetBytes, packetNs, overheadBytes, byteNs } = BULK[speed];
  const full = Math.floor(bytes / packetBytes);
  const rest = bytes - full * packetBytes;
  return full * packetNs + (rest > 0 ? (rest + overheadBytes) * byteNs : 0);
}

const MICROFRAME_NS = 125_000;
const BULK = {
  high: { packetBytes: 512, packetNs: MICROFRAME_NS / 13, overheadBytes: 55, byteNs: MICROFRAME_NS / 7500 },
  // 1024 of 1072 symbols of 2 ns each, of which 2 in 354 are skipped.
  super: { packetBytes: 1024, packetNs: 1024e9 / 474.914e6, overheadBytes: 48, byteNs: 2 / (1 - 2 / 354) },
} as const;

/** Bytes per second at which a completion handler reads the buffers it was given. */
export function copyRate(hcd: Hcd, costs: Costs): number {
  return hcd.buffers.kind === 'coherent' ? costs.copyCoherentBytesPerSec : costs.copyCachedBytesPerSec;
}

/** Frames that come through: all that are offered, unless the core that gives back can not keep up. */
export function ethernetFramesPerSec({ workload }: Setting, _hcd: Hcd): number {
  return workload.kind === 'ethernet' ? workload.offeredFramesPerSec : 0;
}

export function cameraFramesPerSec({ workload }: Setting, _hcd: Hcd): number {
  return workload.kind === 'camera' ? workload.framesPerSec : 0;
}

export function hardirqNsPerUrb(setting: Setting, hcd: Hcd): number {
  return setting.costs.irqNs + hcd.irq.moderationNs;
}
