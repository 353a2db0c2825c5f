import type { Claim } from '../claims/claim.ts';
import type { Workload } from '../simulator/measurement.ts';
import { ethernetFramesPerSec, wireFramesPerSec } from './closed-form.ts';
import { type DeviceOf, deviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Knob, type Scene, type Setting, speedOf, wordsOf } from './scene.ts';

/** One direction of an adapter with many URBs in flight. Source: usb-model, sections 2.4 and 2.5 */
export function ethernetScene(asked: Asked, direction: 'rx' | 'tx'): Scene | null {
  const { claim, settings } = asked;
  const device = adapterOf(asked);
  if (device === null) return null;
  const bitsPerFrame = (setting: Setting): number =>
    claim.metric === 'packet-rate' ? 1 : unitsPerByte(claim) * frameBytesOf(setting);
  return {
    settingAt: (draw) => settingAt(draw, asked, { device, direction }),
    knob: OFFERED,
    read: (measurement, setting) => measurement.itemsPerSec * bitsPerFrame(setting),
    predict: (setting, hcd) => ethernetFramesPerSec(setting, hcd) * bitsPerFrame(setting),
    windowNs: (setting) => settings.limits.networkFramesPerRun * frameNs(setting),
  };
}

/** The adapter the text names; otherwise the slowest whose link carries both figures. */
function adapterOf(asked: Asked): DeviceOf<'ethernet'> | null {
  const { claim, settings } = asked;
  const named = deviceOf('ethernet', wordsOf(claim), settings);
  if (named !== null) return named;
  const most = bitsPerSec(asked, Math.max(claim.before?.base ?? 0, claim.after?.base ?? 0));
  const [slowest] = devicesOf('ethernet', settings)
    .filter((device) => device.linkBitsPerSec.value >= most)
    .sort((a, b) => a.linkBitsPerSec.value - b.linkBitsPerSec.value);
  return slowest ?? null;
}

function bitsPerSec({ claim, settings }: Asked, base: number): number {
  if (claim.metric !== 'packet-rate') return (8 / unitsPerByte(claim)) * base;
  return 8 * base * (claim.conditions.frameBytes ?? settings.limits.frameBytesUnsaid);
}

function unitsPerByte({ baseUnit }: Claim): number {
  return baseUnit === 'bit/s' ? 8 : 1;
}

function settingAt(
  draw: Draw,
  asked: Asked,
  { device, direction }: { readonly device: DeviceOf<'ethernet'>; readonly direction: 'rx' | 'tx' },
): Setting {
  const urbs = device[direction];
  const frameBytes = asked.claim.conditions.frameBytes ?? asked.settings.limits.frameBytesUnsaid;
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

function frameBytesOf({ workload }: Setting): number {
  return workload.kind === 'ethernet' ? workload.frameBytes : 0;
}

function frameNs({ workload }: Setting): number {
  return workload.kind === 'ethernet' ? 1e9 / workload.offeredFramesPerSec : 0;
}

const OFFERED: Knob = {
  name: 'offeredFramesPerSec',
  isWhole: false,
  isSource: true,
  turn: (setting, value) =>
    setting.workload.kind === 'ethernet'
      ? { ...setting, workload: { ...setting.workload, offeredFramesPerSec: value } }
      : setting,
  range: ({ workload }) => ({
    low: 1,
    high:
      workload.kind === 'ethernet'
        ? Math.floor(wireFramesPerSec(workload.linkBitsPerSec, workload.frameBytes))
        : 1,
  }),
};
