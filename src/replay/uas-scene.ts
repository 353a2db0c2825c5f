import { uasCommandNs } from './closed-form.ts';
import { type DeviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { figureOf, workloadKnob } from './knob.ts';
import { wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Scene, type Setting, speedOf, unitsPerByte } from './scene.ts';
import { requestBytes } from './storage-scene.ts';

/** A disk with several commands under way: the slowest station sets the rate. Source: usb-model, section 2.2 */
export function uasScene(asked: Asked, direction: 'read' | 'write'): Scene | null {
  const { claim, settings } = asked;
  const [device] = devicesOf('uas', settings);
  if (device === undefined || speedOf(asked) === 'full') return null;
  const perByte = unitsPerByte(claim.baseUnit);
  const amount = (setting: Setting): number =>
    claim.metric === 'iops' ? 1 : perByte * figureOf('uas', setting, ({ transferBytes }) => transferBytes);
  return {
    settingAt: (draw) => settingAt(draw, asked, { device, direction }),
    knob: DEVICE_TIME,
    read: (measurement, setting) => measurement.itemsPerSec * amount(setting),
    predict: (setting, hcd) => (amount(setting) * 1e9) / uasCommandNs(setting, hcd),
    windowNs: (setting) => settings.limits.queuedCommandsPerRun * commandNsAbout(setting),
  };
}

function settingAt(
  draw: Draw,
  asked: Asked,
  { device, direction }: { readonly device: DeviceOf<'uas'>; readonly direction: 'read' | 'write' },
): Setting {
  return {
    ...bareSettingAt(draw, asked),
    workload: {
      kind: 'uas',
      direction,
      speed: speedOf(asked) === 'super' ? 'super' : 'high',
      transferBytes: requestBytes(asked.claim) ?? wholeValueAt(device.transferBytes, draw, 'transferBytes'),
      deviceNs: wholeValueAt(device.deviceNs, draw, 'deviceNs'),
      queueDepth: wholeValueAt(device.queueDepth, draw, 'queueDepth'),
    },
  };
}

/** Long enough a window needs no exact length. */
function commandNsAbout(setting: Setting): number {
  return figureOf('uas', setting, ({ deviceNs }) => deviceNs) + setting.costs.scsiNs;
}

const DEVICE_TIME = workloadKnob({
  kind: 'uas',
  name: 'deviceNs',
  isWhole: true,
  isSource: false,
  range: ({ transferBytes }, target) => ({ low: 0, high: Math.ceil((8e9 * transferBytes) / target) }),
});
