import type { Hcd } from '../model/hcd.ts';
import type { Workload } from '../simulator/workload.ts';
import { bulkNs, wireFramesPerSec } from './closed-form.ts';
import type { Draw } from './draws.ts';
import type { QueuedDevice } from './network-link.ts';
import { wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Setting, type UsbSpeed } from './scene.ts';

type UsbnetTx = Extract<Workload, { kind: 'usbnet-tx' }>;

/** An adapter, and the link behind it. */
export interface Queued {
  readonly device: QueuedDevice;
  readonly bitsPerSec: number;
}

/** Frames that pass until the limits have settled. */
const SETTLE_FRAMES = 60;
/** A queue that fills no faster than this fills not at all, and such a draw is not of a full queue. */
const FILL_FRAMES_MOST = 400;
/** Limits are lowered after so many: what they look for in a second repeats with every interrupt here. */
const SLACK_FRAMES = 32;
/** In no step with the frames. */
const PROBE_EVERY_FRAMES = 4.37;

/** One draw of an adapter whose link is full: the sender has always another frame. */
export function settingAt(
  draw: Draw,
  asked: Asked,
  { device, bitsPerSec, speed }: Queued & { readonly speed: UsbSpeed },
): Setting {
  const frameBytes = device.hardMtuBytes.value;
  const oneNs = 1e9 / wireFramesPerSec(bitsPerSec, frameBytes);
  const urbsMax = urbsMaxOf(device, speed);
  const bare = bareSettingAt(draw, asked);
  const memoryBytes = wholeValueAt(device.memoryBytes, draw, 'memoryBytes');
  return {
    ...bare,
    workload: {
      kind: 'usbnet-tx',
      speed,
      linkBitsPerSec: bitsPerSec,
      frameBytes,
      probeBytes: device.probeBytes.value,
      probeEveryNs: Math.ceil(PROBE_EVERY_FRAMES * oneNs),
      urbsMax,
      memoryBytes,
      // Who waits for more than half of the memory to be free lets the own wire run dry.
      burstBytes: Math.min(wholeValueAt(device.burstBytes, draw, 'burstBytes'), Math.floor(memoryBytes / 2)),
      slackHoldNs: Math.ceil(SLACK_FRAMES * oneNs),
      warmUpNs: Math.ceil((SETTLE_FRAMES + fillFrames(urbsMax, queueingNs(bare), oneNs)) * oneNs),
    },
  };
}

/** What the core takes to queue a frame and to get its URB back. */
function queueingNs({ costs }: Pick<Setting, 'costs'>): number {
  const { skbNs, mapNs, submitNs, mmioWriteNs, unmapNs, givebackNs, lockNs } = costs;
  return skbNs + mapNs + submitNs + mmioWriteNs + unmapNs + givebackNs + 6 * lockNs;
}

/** Frames that leave until so many more than those are queued. */
function fillFrames(urbs: number, oneMoreNs: number, leavesNs: number): number {
  const frames = (urbs * oneMoreNs) / Math.max(1, leavesNs - oneMoreNs);
  return Math.min(FILL_FRAMES_MOST, Math.ceil(frames));
}

/** tx_qlen. Source: Linux 6.1, drivers/net/usb/usbnet.c, usbnet_update_max_qlen() */
function urbsMaxOf(
  { queueBytes, superQueues, fullUrbs, hardMtuBytes }: QueuedDevice,
  speed: UsbSpeed,
): number {
  if (speed === 'full') return fullUrbs.value;
  const bytes = queueBytes.value * (speed === 'super' ? superQueues.value : 1);
  return Math.floor(bytes / hardMtuBytes.value);
}

function workloadOf({ workload }: Pick<Setting, 'workload'>): UsbnetTx {
  if (workload.kind !== 'usbnet-tx') throw new RangeError(`a transmit queue of ${workload.kind}`);
  return workload;
}

/** Time of a frame at the slower of wire and bus. */
export function frameNs(setting: Pick<Setting, 'workload'>): number {
  const workload = workloadOf(setting);
  return 1e9 / Math.min(wireFramesPerSec(workload.linkBitsPerSec, workload.frameBytes), busFrames(workload));
}

function busFrames({ speed, frameBytes }: UsbnetTx): number {
  return 1e9 / bulkNs(speed, frameBytes);
}

/**
 * What a probe waits for, nanoseconds: the frames in the driver and in the adapter. Exact to a frame or two without
 * limits; with them an estimate, of the frames that come back at once and half as many again.
 */
export function queueNs(setting: Setting, hcd: Hcd): number {
  const workload = workloadOf(setting);
  const { frameBytes, burstBytes, urbsMax } = workload;
  const memoryBytes = Math.max(frameBytes, workload.memoryBytes);
  const inAdapter = (memoryBytes - Math.min(burstBytes, memoryBytes) / 2) / frameBytes;
  const atOnce = Math.max(1, burstBytes / frameBytes, hcd.irq.moderationNs / frameNs(setting));
  const inDriver = hcd.byteQueueLimits === true ? Math.min(urbsMax, 1.5 * atOnce) : urbsMax;
  return (inAdapter + inDriver) * frameNs(setting);
}
