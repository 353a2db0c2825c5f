import { type DeviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { gadgetCommandNs } from './gadget-pipeline.ts';
import { figureOf, workloadKnob } from './knob.ts';
import { candidateAt, valueAt, wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Scene, type Setting, unitsPerByte } from './scene.ts';

type Device = DeviceOf<'gadget-storage'>;

/** Commands are asked for in whole pages. */
const PAGE_BYTES = 4096;
/** No bulk transfer at high speed carries more. Source: usb-model, section 4.1 */
const HIGH_SPEED_BYTES_PER_SEC = 53_248_000;

/**
 * A host that reads or writes a mass-storage gadget, whose file times vary: there is no formula for that, and `predict`
 * is the recursion of the pipeline. Source: usb-model, section 1.6; f_mass_storage.c
 */
export function gadgetStorageScene(asked: Asked): Scene | null {
  const { claim } = asked;
  const device = deviceAsked(asked);
  if (device === null) return null;
  const perByte = unitsPerByte(claim.baseUnit);
  const commandBytes = (setting: Setting): number =>
    figureOf('gadget-storage', setting, (workload) => workload.commandBytes);
  return {
    settingAt: (draw) => settingAt(draw, asked, device),
    knob: HOST_TIME,
    read: ({ goodputBytesPerSec }) => goodputBytesPerSec * perByte,
    predict: (setting, hcd) => (commandBytes(setting) * perByte * 1e9) / gadgetCommandNs(setting, hcd),
    windowNs: (setting) => windowOf(commandBytes(setting), asked),
    isWithoutFormula: true,
    leavesOut:
      'how fast and how evenly the backing file comes, and what the host takes between commands, is not said',
  };
}

/** The speed that the text gives; a figure above what high speed carries is of SuperSpeed, and so is any other. */
function deviceAsked({ claim, settings }: Asked): Device | null {
  const most = Math.max(claim.before?.base ?? 0, claim.after?.base ?? 0) / unitsPerByte(claim.baseUnit);
  const speed = claim.conditions.speed ?? 'super';
  if (speed === 'high' && most > HIGH_SPEED_BYTES_PER_SEC) return null;
  return devicesOf('gadget-storage', settings).find((device) => device.speed === speed) ?? null;
}

function settingAt(draw: Draw, asked: Asked, device: Device): Setting {
  const { claim, model } = asked;
  const figure = (claim.before?.base ?? 0) / unitsPerByte(claim.baseUnit);
  const pages = Math.floor(wholeValueAt(device.commandBytes, draw, 'commandBytes') / PAGE_BYTES);
  return {
    ...bareSettingAt(draw, asked),
    workload: {
      kind: 'gadget-storage',
      direction: claim.workload === 'storage-write' ? 'write' : 'read',
      speed: device.speed,
      commandBytes: Math.max(1, pages) * PAGE_BYTES,
      backingBytesPerSec: Math.max(
        1,
        Math.round(figure * valueAt(device.backingTimes, draw, 'backingFileRate')),
      ),
      backingCv: valueAt(device.backingCv, draw, 'backingCv'),
      isBackingBusy: candidateAt(device.isBackingBusy, model.era, { draw, parameter: 'isBackingBusy' }),
      hostNs: wholeValueAt(device.hostNs, draw, 'hostNs'),
      hostPhaseNs: wholeValueAt(device.hostPhaseNs, draw, 'hostPhaseNs'),
    },
  };
}

/** Bytes that a run counts: so many buffers that their times are not those of a few. */
const BYTES_PER_RUN = 16 * 16_384;

/** At the figure before, which a run is fitted to. */
function windowOf(commandBytes: number, { claim }: Asked): number {
  const bytesPerSec = (claim.before?.base ?? 0) / unitsPerByte(claim.baseUnit);
  const commands = Math.ceil(BYTES_PER_RUN / Math.max(1, commandBytes));
  return Math.max(1, Math.round((0.9 * commands * commandBytes * 1e9) / Math.max(1, bytesPerSec)));
}

const HOST_TIME = workloadKnob({
  kind: 'gadget-storage',
  name: 'hostNs',
  isWhole: true,
  isSource: false,
  addsTime: true,
  range: ({ commandBytes }, target) => ({ low: 0, high: Math.ceil((8e9 * commandBytes) / target) }),
});
