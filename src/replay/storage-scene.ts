import type { Claim } from '../claims/claim.ts';
import { storageCommandNs } from './closed-form.ts';
import { type DeviceOf, devicesOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { figureOf, workloadKnob } from './knob.ts';
import { candidateAt, wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Scene, type Setting, speedOf, unitsPerByte } from './scene.ts';

/** One Bulk-Only device, one command at a time. Source: usb-model, section 2.1 */
export function storageScene(asked: Asked, direction: 'read' | 'write'): Scene | null {
  const { claim, settings } = asked;
  const device = storageDevice(asked);
  if (device === null) return null;
  return {
    settingAt: (draw) => storageSettingAt(draw, asked, { device, direction }),
    knob: DEVICE_TIME,
    read: (measurement) =>
      claim.metric === 'iops'
        ? measurement.itemsPerSec
        : measurement.goodputBytesPerSec * unitsPerByte(claim.baseUnit),
    predict: (setting, hcd) => (amountOf(claim, setting) * 1e9) / storageCommandNs(setting, hcd),
    windowNs: (setting) => settings.limits.commandsPerRun * commandNsAbout(setting),
  };
}

export function storageDevice(asked: Asked): DeviceOf<'storage'> | null {
  const speed = speedOf(asked);
  return devicesOf('storage', asked.settings).find((device) => device.speed === speed) ?? null;
}

export function storageSettingAt(
  draw: Draw,
  asked: Asked,
  { device, direction }: { readonly device: DeviceOf<'storage'>; readonly direction: 'read' | 'write' },
): Setting {
  const most = candidateAt(device.transferBytes, asked.model.era, { draw, parameter: 'transferBytes' });
  const transferBytes = Math.min(most, requestBytes(asked.claim) ?? most);
  return {
    ...bareSettingAt(draw, asked),
    workload: {
      kind: 'storage',
      direction,
      speed: device.speed,
      transferBytes,
      ...(TAKES_SCATTER_LISTS.has(asked.model.driver)
        ? {}
        : { dataUrbs: entriesAt(draw, asked, transferBytes) }),
      ...(device.speed === 'full' && TRANSLATES.has(asked.model.driver) ? { isBehindHub: true } : {}),
      deviceNs: wholeValueAt(device.deviceNs, draw, 'deviceNs'),
    },
  };
}

/**
 * Controllers that speak high speed only: what is slower stands behind a hub, or behind one that is part of them; on its
 * own at a port it would be a companion's. Source: EHCI 1.0, 4.2; ehci_is_TDI() and the like of drivers/usb/host
 */
const TRANSLATES = new Set(['ehci', 'fotg210', 'oxu210hp', 'isp1760']);

/** Drivers whose sg_tablesize is not 0; the others get an URB for each entry. Source: sgTablesize of config/hcd */
const TAKES_SCATTER_LISTS = new Set(['xhci', 'ehci', 'ohci', 'uhci', 'fotg210', 'dummy_hcd', 'vhci']);

/** Entries of the scatter list of a command: pages that lie side by side in memory are one. */
function entriesAt(draw: Draw, { settings }: Asked, transferBytes: number): number {
  const entryBytes = wholeValueAt(settings.loads.scatterEntryBytes, draw, 'scatterEntryBytes');
  return Math.max(1, Math.round(transferBytes / entryBytes));
}

const SECTOR_BYTES = 512;

/** An IOPS figure speaks of requests of its own size; a rate is of transfers as large as they get. */
export function requestBytes({ metric, conditions }: Claim): number | null {
  const isOfOne =
    metric === 'iops' && conditions.bufferBytes !== null && conditions.bufferBytes >= SECTOR_BYTES;
  return isOfOne ? conditions.bufferBytes : null;
}

/** What a command counts for in the claim's base unit. */
function amountOf({ metric, baseUnit }: Claim, setting: Setting): number {
  if (metric === 'iops') return 1;
  return figureOf('storage', setting, ({ transferBytes }) => transferBytes) * unitsPerByte(baseUnit);
}

/** Long enough a window needs no exact length. */
function commandNsAbout(setting: Setting): number {
  const { costs } = setting;
  const deviceNs = figureOf('storage', setting, (workload) => workload.deviceNs);
  return deviceNs + 2 * costs.scsiNs + 20 * (costs.contextSwitchNs + costs.irqThreadNs) + 1_000_000;
}

const DEVICE_TIME = workloadKnob({
  kind: 'storage',
  name: 'deviceNs',
  isWhole: true,
  isSource: false,
  // A rate may be in bits: eight times too much room costs three more steps of a search.
  range: ({ transferBytes }, target) => ({ low: 0, high: Math.ceil((8e9 * transferBytes) / target) }),
});
