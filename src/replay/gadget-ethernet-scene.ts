import type { Hcd } from '../model/hcd.ts';
import { bulkNs } from './closed-form.ts';
import { type DeviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { latencyOf, queueOf } from './gadget-pipeline.ts';
import { longestWord } from './machine-class.ts';
import { candidateAt, wholeValueAt } from './priors.ts';
import {
  type Asked,
  bareSettingAt,
  type Knob,
  type Scene,
  type Setting,
  unitsPerByte,
  wordsOf,
} from './scene.ts';

type Device = DeviceOf<'gadget-ethernet'>;

/** Requests of a link for one qmult. Source: u_ether.c, DEFAULT_QLEN */
const REQUESTS_PER_QMULT = 2;
/** Requests are given back in groups: a run has to count more frames than that of a host's adapter. */
const FRAMES_TIMES = 5;
/** No frame is through a stack sooner. */
const TURNAROUND_LEAST_NS = 5000;
/** Most that a knob is turned to: a link of any speed carries fewer frames. */
const FRAMES_PER_SEC_MOST = 3_000_000;

/**
 * A network link of a gadget. What keeps it from carrying more is the end that sends, the stack of the board, or the time
 * until its requests come back: one of them is fitted to the figure before. Source: usb-model, sections 1.6 and 2.8; u_ether.c
 */
export function gadgetEthernetScene(asked: Asked): Scene | null {
  const { claim, settings } = asked;
  const device = linkAsked(asked);
  const frameBytes = claim.conditions.frameBytes ?? settings.limits.frameBytesUnsaid;
  const { frameBytesLeast, frameBytesMost } = settings.limits;
  if (device === null || frameBytes < frameBytesLeast || frameBytes > frameBytesMost) return null;
  const perFrame = claim.metric === 'packet-rate' ? 1 : unitsPerByte(claim.baseUnit) * frameBytes;
  return {
    settingAt: (draw) => settingAt(draw, asked, { device, frameBytes }),
    knob: knobWithin(settings.limits.fittedWithinFactor),
    read: ({ itemsPerSec }) => itemsPerSec * perFrame,
    predict: (setting, hcd) => framesPerSec(setting, hcd) * perFrame,
    windowNs: (setting) => (FRAMES_TIMES * settings.limits.networkFramesPerRun * 1e9) / rateOf(setting),
    isWithoutFormula: true,
    leavesOut: 'what holds the link back is not said',
  };
}

/** The protocol that the text names; one frame a request where it names none. */
function linkAsked({ claim, settings }: Asked): Device | null {
  const devices = devicesOf('gadget-ethernet', settings);
  const named = devices
    .map((device) => ({ device, length: longestWord(wordsOf(claim), device.patterns) }))
    .toSorted((a, b) => b.length - a.length)[0];
  if (named !== undefined && named.length > 0) return named.device;
  return devices.find(({ framesPerRequest }) => framesPerRequest.value === 1) ?? null;
}

interface Link {
  readonly device: Device;
  readonly frameBytes: number;
}

function settingAt(draw: Draw, asked: Asked, { device, frameBytes }: Link): Setting {
  const { claim, model } = asked;
  return {
    ...bareSettingAt(draw, asked),
    heldBackBy: candidateAt(device.heldBackBy, model.era, { draw, parameter: 'heldBackBy' }),
    workload: {
      kind: 'gadget-ethernet',
      direction: candidateAt(device.direction, model.era, { draw, parameter: 'direction' }),
      speed: claim.conditions.speed === 'high' ? 'high' : 'super',
      frameBytes,
      framesPerRequest: wholeValueAt(device.framesPerRequest, draw, 'framesPerRequest'),
      offeredFramesPerSec: FRAMES_PER_SEC_MOST,
    },
  };
}

/** About as many frames a second as a run shows: how long it lasts need not be exact. */
function rateOf({ heldBackBy, workload, costs }: Setting): number {
  if (workload.kind !== 'gadget-ethernet') return 1;
  if (heldBackBy === 'sender') return workload.offeredFramesPerSec;
  return 1e9 / Math.max(costs.rxStackNs, TURNAROUND_LEAST_NS);
}

/**
 * Turned is what holds the link back: the rate of the sender, the time of a frame in the stack, or the time until requests
 * come back, which has a prior and is fitted no further from its drawn value than other costs are.
 */
const knobWithin = (withinFactor: number): Knob => ({
  name: 'framesPerSecHeldBack',
  isWhole: false,
  isSource: false,
  addsTime: true,
  turn: (setting, value) => {
    const { heldBackBy, workload, costs } = setting;
    if (workload.kind !== 'gadget-ethernet') return setting;
    if (heldBackBy === 'sender') return { ...setting, workload: { ...workload, offeredFramesPerSec: value } };
    const cost = heldBackBy === 'stack' ? 'rxStackNs' : 'irqThreadNs';
    return { ...setting, costs: { ...costs, [cost]: Math.max(1, Math.round(1e9 / value)) } };
  },
  range: ({ heldBackBy, costs }) =>
    heldBackBy === 'requests'
      ? { low: 1e9 / (withinFactor * costs.irqThreadNs), high: (withinFactor * 1e9) / costs.irqThreadNs }
      : { low: 1, high: FRAMES_PER_SEC_MOST },
});

/** The slowest of the sender, the bus, the core that gives back, and the requests that wait to be given back. */
function framesPerSec(setting: Setting, hcd: Hcd): number {
  const { workload, costs } = setting;
  if (workload.kind !== 'gadget-ethernet' || hcd.gadget === undefined)
    throw new RangeError(`frames of ${workload.kind}`);
  const { frameBytes, framesPerRequest, speed, direction } = workload;
  const requests = REQUESTS_PER_QMULT * hcd.gadget.etherQmult;
  const busNs = bulkNs(speed, frameBytes * framesPerRequest);
  const latencyNs = latencyOf(setting, hcd);
  const requestNs = costs.eventTrbNs + costs.unmapNs + costs.givebackNs + queueOf(setting) + 4 * costs.lockNs;
  const stackNs = framesPerRequest * (costs.skbNs + costs.rxStackNs);
  const coreNs = latencyNs / requests + requestNs + (direction === 'rx' ? stackNs : 0);
  const senderNs = direction === 'tx' ? stackNs : 0;
  const creditNs = (busNs + latencyNs) / requests;
  const slowestNs = Math.max(busNs, coreNs, senderNs, creditNs);
  return Math.min(workload.offeredFramesPerSec, (framesPerRequest * 1e9) / slowestNs);
}
