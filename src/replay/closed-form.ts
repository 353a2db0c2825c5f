import type { Hcd } from '../model/hcd.ts';
import type { Workload } from '../simulator/workload.ts';
import type { Setting, UsbSpeed } from './scene.ts';
import { splitBulkNs } from './split-bulk.ts';
import { dataUrbs, transfersMore } from './storage-transfers.ts';
import { completionNs, copyNs, givebackNs, interruptNs, softwareStartNs, submitNs } from './urb-path.ts';

/** Bulk-Only Transport: bytes of the command and of the status wrapper. */
const CBW_BYTES = 31;
const CSW_BYTES = 13;

/**
 * One Bulk-Only command, nanoseconds: three URBs one after the other, nothing overlapped.
 *
 *     T = sum over CBW, data, CSW of turnaround + work between + bus + device + wait for the interrupt
 *
 * so that dT = 3 * dt: the law behind -3 * dt / T. The exception is an xHC, which interrupts no sooner than its
 * moderation interval after the interrupt before: a short phase then lasts the interval, whatever the giveback costs.
 */
export function storageCommandNs(setting: Setting, hcd: Hcd): number {
  return storagePhasesNs(setting, hcd).reduce((sum, phaseNs) => sum + moderatedNs(phaseNs, hcd), 0);
}

/** From one interrupt to the next event of a Bulk-Only command: its command, its data and its status, nanoseconds. */
export function storagePhasesNs(setting: Setting, hcd: Hcd): readonly number[] {
  const { costs, workload } = setting;
  if (workload.kind !== 'storage') throw new RangeError(`a command of ${workload.kind}`);
  const givenBackNs = interruptNs(setting, hcd) + givebackNs(setting, hcd) + completionNs(setting, hcd);
  const turnaroundNs = givenBackNs + costs.contextSwitchNs + submitNs(setting, hcd);
  const phases = [
    costs.scsiNs + busNs(workload, CBW_BYTES),
    workload.deviceNs + busNs(workload, workload.transferBytes) + gapsNs(setting, hcd),
    busNs(workload, CSW_BYTES),
  ];
  return phases.map((phaseNs) => turnaroundNs + phaseNs);
}

/** Of a disk; one of full speed behind a high-speed hub is reached by split transactions. */
function busNs(
  { speed, isBehindHub = false }: Pick<Extract<Workload, { kind: 'storage' }>, 'speed' | 'isBehindHub'>,
  bytes: number,
): number {
  return isBehindHub && speed === 'full' ? splitBulkNs(bytes) : bulkNs(speed, bytes);
}

/** How long the bus stands still between them, where software starts each. */
function gapsNs(setting: Setting, hcd: Hcd): number {
  const startNs = softwareStartNs(setting.costs, hcd);
  if (startNs === null) return 0;
  const handedNs = hcd.hcdBh ? setting.costs.bhQueueNs : givebackNs(setting, hcd) + setting.costs.lockNs;
  return (
    transfersMore(setting, hcd) * (interruptNs(setting, hcd) + startNs) + (dataUrbs(setting) - 1) * handedNs
  );
}

/**
 * One UAS command, nanoseconds, where enough of them are under way: the time at the slowest of the device, the bus and the
 * core. What a giveback takes longer is then hidden, unless the core is the slowest.
 */
export function uasCommandNs(setting: Setting, hcd: Hcd): number {
  const { costs, workload } = setting;
  if (workload.kind !== 'uas') throw new RangeError(`a queued command of ${workload.kind}`);
  const urbNs = submitNs(setting, hcd) + givebackNs(setting, hcd) + completionNs(setting, hcd);
  const coreNs = costs.scsiNs + URBS_PER_UAS_COMMAND * urbNs;
  return Math.max(workload.deviceNs, bulkNs(workload.speed, workload.transferBytes), coreNs);
}

/** Command, data and status. */
const URBS_PER_UAS_COMMAND = 3;

/** Pictures that arrive: the sensor's clock sets the rate, unless they do not fit through their packets. */
export function cameraFramesPerSec({ workload }: Setting): number {
  if (workload.kind !== 'camera') throw new RangeError(`pictures of ${workload.kind}`);
  const packets = Math.ceil(workload.frameBytes / workload.packetBytes);
  return Math.min(workload.framesPerSec, 1e9 / (packets * workload.intervalNs));
}

/** Copying the buffer of one URB. */
export function pwcCopyNs({ costs, workload }: Setting, hcd: Hcd): number {
  if (workload.kind !== 'pwc') throw new RangeError(`an isochronous buffer of ${workload.kind}`);
  return copyNs(workload.bufferBytes, costs, hcd);
}

/**
 * Network frames that come through: all that are offered, unless a station on the way carries less. The stations are the
 * wire, the bus, the core that gives back, and when sending the sender's core. In front of a bottleneck URBs are full and
 * one interrupt finds all of them finished.
 */
export function ethernetFramesPerSec(setting: Setting, hcd: Hcd): number {
  const { workload } = setting;
  if (workload.kind !== 'ethernet') throw new RangeError(`network frames of ${workload.kind}`);
  const framesPerUrb = Math.max(1, Math.floor(workload.urbBytes / workload.frameBytes));
  const givenBackNs = interruptNs(setting, hcd) / workload.urbs + givebackNs(setting, hcd);
  const urbNs = givenBackNs + submitNs(setting, hcd) + urbWorkNs(setting);
  const stations = [
    wireFramesPerSec(workload.linkBitsPerSec, workload.frameBytes),
    1e9 / bulkNs(workload.speed ?? 'super', workload.frameBytes),
    1e9 / (frameWorkNs(setting) + urbNs / framesPerUrb),
    1e9 / senderNs(setting, hcd),
  ];
  return Math.min(workload.offeredFramesPerSec, ...stations);
}

/** Frames of a size, counted without FCS, that an Ethernet link carries in a second. */
export function wireFramesPerSec(linkBitsPerSec: number, frameBytes: number): number {
  return linkBitsPerSec / (8 * (frameBytes + WIRE_EXTRA_BYTES));
}

/** A bulk transfer on a bus of its own: full packets, and the rest with its overhead. Source: usb-model, section 4.1 */
export function bulkNs(speed: UsbSpeed, bytes: number): number {
  const { packetBytes, packetNs, overheadBytes, byteNs } = BULK[speed];
  const full = Math.floor(bytes / packetBytes);
  const rest = bytes - full * packetBytes;
  return full * packetNs + (rest > 0 ? (rest + overheadBytes) * byteNs : 0);
}

/** An xHC keeps its interrupts an interval apart; others report at the end of a frame, half of one later in the mean. */
function moderatedNs(unmoderatedNs: number, { driver, irq }: Hcd): number {
  return driver === 'xhci' ? Math.max(irq.moderationNs, unmoderatedNs) : unmoderatedNs + irq.moderationNs / 2;
}

/** Work of the core that gives back, for each frame: the receive path, or the copy into the aggregate. */
function frameWorkNs({ costs, workload }: Setting): number {
  if (workload.kind !== 'ethernet') return 0;
  if (workload.direction === 'rx') return costs.skbNs + costs.rxStackNs;
  return (workload.frameBytes * 1e9) / costs.copyCachedBytesPerSec;
}

/** And for each URB: the lists it is on, and the softirq that fills or empties it. */
function urbWorkNs({ costs }: Setting): number {
  return 3 * costs.lockNs + costs.softirqNs + costs.taskletNs;
}

/** Work of the sending core for each frame, which it submits by itself while URBs are free; nothing when receiving. */
function senderNs(setting: Setting, hcd: Hcd): number {
  const { costs, workload } = setting;
  if (workload.kind !== 'ethernet' || workload.direction === 'rx') return 0;
  return costs.skbNs + costs.rxStackNs + frameWorkNs(setting) + urbWorkNs(setting) + submitNs(setting, hcd);
}

/** Preamble, frame check sequence and gap: what a frame takes on the wire beyond its bytes. */
const WIRE_EXTRA_BYTES = 24;
const MICROFRAME_NS = 125_000;
const BULK = {
  full: { packetBytes: 64, packetNs: 1_000_000 / 19, overheadBytes: 13, byteNs: 1_000_000 / 1500 },
  high: { packetBytes: 512, packetNs: MICROFRAME_NS / 13, overheadBytes: 55, byteNs: MICROFRAME_NS / 7500 },
  // 1024 of 1072 symbols of 2 ns each, of which 2 in 354 are skipped.
  super: { packetBytes: 1024, packetNs: 1024e9 / 474.914e6, overheadBytes: 48, byteNs: 2 / (1 - 2 / 354) },
} as const;
