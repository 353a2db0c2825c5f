import type { Claim } from '../claims/claim.ts';
import type { Hcd } from '../model/hcd.ts';
import { deviceOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { workloadKnob } from './knob.ts';
import { valueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Knob, type Scene, type Setting, wordsOf } from './scene.ts';
import { sidesOf } from './sides-of.ts';

/** Functions of a profile that the model splits usbnet_bh() into. */
const TOTAL = 'usbnet_bh';
const DEQUEUE = 'skb_dequeue';
const QUEUE_TAIL = 'skb_queue_tail';

/**
 * usbnet_bh() by its lock operations: the listing before the change gives the cost of one, and the change says how many
 * are left. null when the listing does not show the queue functions: the total alone can not be split.
 * Source: usb-model, sections 2.4 and 7.3
 */
export function usbnetScene(asked: Asked): Scene | null {
  const { claim, settings } = asked;
  const device = deviceOf('usbnet', `usbnet ${wordsOf(claim)}`, settings);
  const lockPercent = lockShareOf(asked);
  const name = functionOf(claim);
  const pairsBefore = sidesOf(claim, asked.model).before.skbLockPairs;
  if (device === null || lockPercent === null || name === null || pairsBefore === 0) return null;
  const packetsPerSec = device.packetsPerSec.value;
  const totalNs = (percent: number): number => (percent / 100 / packetsPerSec) * 1e9;
  return {
    settingAt: (draw: Draw) => ({
      ...bareSettingAt(draw, asked),
      workload: {
        kind: 'usbnet',
        packetsPerSec,
        restNs: 0,
        lockPairNs: Math.round(
          (totalNs(lockPercent) * valueAt(device.profileScatter, draw, 'profileScatter')) / pairsBefore,
        ),
      },
    }),
    knob: name === TOTAL ? REST : PAIR,
    read: (measurement) => 100 * (measurement.functionShares[name] ?? 0),
    predict: (setting, hcd) => sharePercent(setting, hcd, name),
    windowNs: () => (settings.limits.urbsPerRun / packetsPerSec) * 1e9,
  };
}

function functionOf({ quantity }: Claim): string | null {
  return [TOTAL, DEQUEUE, QUEUE_TAIL].find((name) => quantity.includes(name)) ?? null;
}

/** Percent of the profile spent in the queue's lock operations before the change, from the listing the claim is in. */
function lockShareOf({ claim, beside }: Asked): number | null {
  const listing = [claim, ...beside].filter((other) => other.group === claim.group);
  const shareOf = (name: string): number | null =>
    listing.find((other) => other.quantity.includes(name) && other.before !== null)?.before?.base ?? null;
  const dequeue = shareOf(DEQUEUE);
  const queueTail = shareOf(QUEUE_TAIL);
  return dequeue === null || queueTail === null ? null : dequeue + queueTail;
}

function sharePercent({ workload }: Setting, hcd: Hcd, name: string): number {
  if (workload.kind !== 'usbnet') return 0;
  const { packetsPerSec, restNs, lockPairNs } = workload;
  return (pairsIn(name, hcd) * lockPairNs + (name === TOTAL ? restNs : 0)) * packetsPerSec * 1e-7;
}

/** Of four pairs three are the dequeue's and one is the queueing's; of two both are the dequeue's. */
function pairsIn(name: string, { skbLockPairs }: Hcd): number {
  const queueing = skbLockPairs > 2 ? 1 : 0;
  if (name === QUEUE_TAIL) return queueing;
  return name === DEQUEUE ? skbLockPairs - queueing : skbLockPairs;
}

const REST = packetTimeKnob('restNs');
const PAIR = packetTimeKnob('lockPairNs');

/** No more than the time from one packet to the next. */
function packetTimeKnob(name: 'restNs' | 'lockPairNs'): Knob {
  return workloadKnob({
    kind: 'usbnet',
    name,
    isWhole: true,
    isSource: false,
    range: ({ packetsPerSec }) => ({ low: 0, high: Math.floor(1e9 / packetsPerSec) }),
  });
}
