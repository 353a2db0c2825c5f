import type { Claim } from '../claims/claim.ts';
import type { Workload } from '../simulator/workload.ts';
import { ethernetFramesPerSec, wireFramesPerSec } from './closed-form.ts';
import { type DeviceOf, deviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { figureOf, workloadKnob } from './knob.ts';
import { wholeValueAt } from './priors.ts';
import {
  type Asked,
  bareSettingAt,
  type Scene,
  type Setting,
  speedOf,
  unitsPerByte,
  wordsOf,
} from './scene.ts';

/** One direction of an adapter with many URBs in flight. Source: usb-model, sections 2.4 and 2.5 */
export function ethernetScene(asked: Asked, direction: 'rx' | 'tx'): Scene | null {
  const { claim, settings } = asked;
  const frameBytes = frameBytesOf(asked);
  const device = frameBytes === null ? null : adapterOf(asked, frameBytes);
  if (device === null || frameBytes === null) return null;
  const perFrame = unitsPerFrame(claim, frameBytes);
  return {
    settingAt: (draw) => settingAt(draw, asked, { device, direction, frameBytes }),
    knob: OFFERED,
    read: (measurement) => measurement.itemsPerSec * perFrame,
    predict: (setting, hcd) => ethernetFramesPerSec(setting, hcd) * perFrame,
    windowNs: (setting) => settings.limits.networkFramesPerRun * frameNs(setting),
  };
}

/** The size the text gives, or the usual one; null for a size that no frame has. */
function frameBytesOf({ claim, settings }: Asked): number | null {
  const { frameBytesUnsaid, frameBytesLeast, frameBytesMost } = settings.limits;
  const frameBytes = claim.conditions.frameBytes ?? frameBytesUnsaid;
  return frameBytes >= frameBytesLeast && frameBytes <= frameBytesMost ? frameBytes : null;
}

/** What a frame counts for in the claim's base unit. */
function unitsPerFrame({ metric, baseUnit }: Claim, frameBytes: number): number {
  return metric === 'packet-rate' ? 1 : unitsPerByte(baseUnit) * frameBytes;
}

/** The adapter the text names; otherwise the slowest whose link carries both figures. */
function adapterOf(asked: Asked, frameBytes: number): DeviceOf<'ethernet'> | null {
  const { claim, settings } = asked;
  const named = deviceOf('ethernet', wordsOf(claim), settings);
  if (named !== null) return named;
  const most = Math.max(claim.before?.base ?? 0, claim.after?.base ?? 0);
  if (most === 0) return usualAdapter(asked);
  const bitsPerSec = (8 * frameBytes * most) / unitsPerFrame(claim, frameBytes);
  const [slowest] = devicesOf('ethernet', settings)
    .filter((device) => device.linkBitsPerSec.value >= bitsPerSec)
    .sort((a, b) => a.linkBitsPerSec.value - b.linkBitsPerSec.value);
  return slowest ?? null;
}

/** Without a figure to carry: the fastest link at SuperSpeed, the slowest on anything less. */
function usualAdapter(asked: Asked): DeviceOf<'ethernet'> | null {
  const byLink = [...devicesOf('ethernet', asked.settings)].sort(
    (a, b) => a.linkBitsPerSec.value - b.linkBitsPerSec.value,
  );
  return (speedOf(asked) === 'super' ? byLink.at(-1) : byLink[0]) ?? null;
}

interface Adapter {
  readonly device: DeviceOf<'ethernet'>;
  readonly direction: 'rx' | 'tx';
  readonly frameBytes: number;
}

function settingAt(draw: Draw, asked: Asked, { device, direction, frameBytes }: Adapter): Setting {
  const urbs = device[direction];
  const workload: Workload = {
    kind: 'ethernet',
    direction,
    speed: speedOf(asked) === 'super' ? 'super' : 'high',
    frameBytes,
    linkBitsPerSec: device.linkBitsPerSec.value,
    offeredFramesPerSec: wireFramesPerSec(device.linkBitsPerSec.value, frameBytes),
    urbBytes: wholeValueAt(urbs.urbBytes, draw, 'urbBytes'),
    urbs: wholeValueAt(urbs.urbs, draw, 'urbs'),
    coalesceNs: wholeValueAt(urbs.coalesceNs, draw, 'coalesceNs'),
  };
  return { ...bareSettingAt(draw, asked), workload };
}

function frameNs(setting: Setting): number {
  return figureOf('ethernet', setting, ({ offeredFramesPerSec }) => 1e9 / offeredFramesPerSec);
}

const OFFERED = workloadKnob({
  kind: 'ethernet',
  name: 'offeredFramesPerSec',
  isWhole: false,
  isSource: true,
  range: ({ linkBitsPerSec, frameBytes }) => ({
    low: 1,
    high: Math.floor(wireFramesPerSec(linkBitsPerSec, frameBytes)),
  }),
});
