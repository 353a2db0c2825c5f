import type { Claim, Side } from '../claims/claim.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { wireFramesPerSec } from './closed-form.ts';
import { devicesOf } from './device-of.ts';
import { type Draw, MEDIAN_DRAW } from './draws.ts';
import { isQueueFull } from './full-queue-words.ts';
import { latencyStatistic } from './latency-statistic.ts';
import { linkIn, type NetworkLink } from './network-link.ts';
import { valueAt } from './priors.ts';
import type { NotReplayed } from './replay.ts';
import {
  type Asked,
  type Scene,
  type Setting,
  speedOf,
  type UsbSpeed,
  unitsPerByte,
  wordsOf,
} from './scene.ts';
import { sidesOf } from './sides-of.ts';
import { frameNs, type Queued, queueNs, settingAt } from './transmit-queue-setting.ts';

/** Frames that are looked at: of probes, and of a rate. */
const WINDOW_FRAMES = 64;
const RATE_FRAMES = 100;

/**
 * A series that gives usbnet byte queue limits, or takes them, and a claim of what they are for: how long a sparse packet
 * takes beside a bulk flow that fills the adapter's link, or how fast that flow is. Nothing is fitted: how deep the queue
 * is follows from the speed of the port, and how long it takes from the link, which the text has to name.
 */
export function transmitQueueScene(asked: Asked): Scene | NotReplayed {
  const [device] = devicesOf('usbnet-tx', asked.settings);
  const { claim } = asked;
  const text = `${wordsOf(claim)} ${claim.stated?.text ?? ''}`;
  const isLatency = claim.metric === 'latency';
  if (device === undefined || (!isLatency && !isRateOfSending(claim)))
    return notModelled('byte queue limits are played for the latency beside a bulk flow, and for its rate');
  if (!isQueueFull(text, isLatency))
    return notModelled('the text does not say that the queue was full, and an empty one has no limits');
  const link = linkIn(text, device);
  if (link === null) return notModelled('the text does not say how fast the link behind the queue is');
  const { bitsPerSec } = link;
  const onMachine = { ...asked, machine: machineOn(asked, link) };
  return isLatency ? latencyOf(onMachine, { device, bitsPerSec }) : rateOf(onMachine, { device, bitsPerSec });
}

/** A fast link that is full says something of a machine that the text says nothing of. */
function machineOn({ claim, machine }: Asked, { machineUnsaid }: NetworkLink): Asked['machine'] {
  return claim.machine === null && machineUnsaid !== undefined
    ? { class: machineUnsaid, slowdown: 1 }
    : machine;
}

/** Whether a series changes the limits: no other work of the model sees them. */
export function changesByteQueueLimits({ claim, model }: Asked): boolean {
  const { before, after } = sidesOf(claim, model);
  return before.byteQueueLimits !== after.byteQueueLimits;
}

function isRateOfSending({ metric, workload, baseUnit }: Claim): boolean {
  return metric === 'throughput' && workload === 'net-tx' && (baseUnit === 'bit/s' || baseUnit === 'B/s');
}

function latencyOf(asked: Asked, queued: Queued): Scene | NotReplayed {
  const statistic = latencyStatistic(asked.claim);
  const speed = speedsOf(asked).find((one) => fitsFullQueue(asked, { ...queued, speed: one }));
  if (speed === undefined)
    return {
      code: 'cannot-calibrate',
      because: 'the figure without the limits is not that of a full queue on this link',
    };
  const read: Scene['read'] = ({ probeLatencyNs }, setting) =>
    (probeLatencyNs?.[statistic] ?? 0) / 1e9 + restSec(setting);
  return {
    settingAt: (draw) => latencySettingAt(draw, asked, { ...queued, speed }),
    knob: null,
    matches: (before, setting) =>
      fillsLink(before, setting, asked) && isNear(read(before, setting), asked.claim.before, queued),
    read,
    predict: (setting, hcd) => queueNs(setting, hcd) / 1e9 + restSec(setting),
    windowNs: (setting) => WINDOW_FRAMES * frameNs(setting),
    isWithoutFormula: true,
    leavesOut: 'which queue discipline stood above the driver, and whom it served first, is not known',
  };
}

/** The figure is of the flow itself: the adapter's wire carries it, or the driver holds it up. */
function rateOf(asked: Asked, queued: Queued): Scene | NotReplayed {
  const { claim } = asked;
  const frameBytes = queued.device.hardMtuBytes.value;
  const unitsPerFrame = unitsPerByte(claim.baseUnit) * frameBytes;
  const mostUnits = wireFramesPerSec(queued.bitsPerSec, frameBytes) * unitsPerFrame;
  if ((claim.before?.base ?? 0) < (mostUnits * queued.device.linkFilledPercent.value) / 100)
    return notModelled('the figure before the change does not fill the link, and no queue fills before it');
  const speed = speedOf(asked);
  return {
    settingAt: (draw) => settingAt(draw, asked, { ...queued, speed }),
    knob: null,
    matches: (before, setting) => fillsLink(before, setting, asked),
    read: ({ itemsPerSec }) => itemsPerSec * unitsPerFrame,
    predict: (setting) => (unitsPerFrame * 1e9) / frameNs(setting),
    windowNs: (setting) => RATE_FRAMES * frameNs(setting),
    leavesOut: 'how the sender paces itself is not played',
  };
}

/** Otherwise the core is what is full, and not the queue before the link. */
function fillsLink({ itemsPerSec }: Measurement, setting: Setting, { settings }: Asked): boolean {
  return itemsPerSec * frameNs(setting) >= 1e9 * (1 - settings.limits.selfCheckPercent / 100);
}

/** @returns whether what a run or a formula gives can be the author's figure */
function isNear(latencySec: number, figure: Side | null, { device }: Queued): boolean {
  const factor = (figure?.base ?? 0) / latencySec;
  const within = device.beforeWithinFactor.value;
  return factor <= within && factor >= 1 / within;
}

/** As the text says; where it does not, what the host controller can, and the speed below. */
function speedsOf(asked: Asked): readonly UsbSpeed[] {
  const most = speedOf(asked);
  return asked.claim.conditions.speed === null && most === 'super' ? ['super', 'high'] : [most];
}

/** The figure of the side without limits tells how deep its queue is. */
function fitsFullQueue(asked: Asked, queued: Queued & { readonly speed: UsbSpeed }): boolean {
  const setting = latencySettingAt(MEDIAN_DRAW, asked, queued);
  const { before, after } = sidesOf(asked.claim, asked.model);
  const isBefore = before.byteQueueLimits !== true;
  const latencySec = queueNs(setting, isBefore ? before : after) / 1e9 + restSec(setting);
  return isNear(latencySec, isBefore ? asked.claim.before : asked.claim.after, queued);
}

function latencySettingAt(draw: Draw, asked: Asked, queued: Queued & { readonly speed: UsbSpeed }): Setting {
  const rest = valueAt(queued.device.pingRestNs, draw, 'pingRestNs') / 1e9;
  return { ...settingAt(draw, asked, queued), share: { times: 1, rest } };
}

function restSec({ share }: Setting): number {
  return share?.rest ?? 0;
}

function notModelled(because: string): NotReplayed {
  return { code: 'not-modelled', because };
}
