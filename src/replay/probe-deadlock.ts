import type { Model } from '../model/hcd.ts';
import type { Deadlock } from '../simulator/measurement.ts';
import { run as simulate } from '../simulator/run.ts';
import type { Workload } from '../simulator/workload.ts';
import { wireFramesPerSec } from './closed-form.ts';
import { devicesOf } from './device-of.ts';
import { MEDIAN_DRAW } from './draws.ts';
import { candidateAt, costsAt } from './priors.ts';
import type { ReplaySettings } from './replay-settings.ts';
import type { Setting } from './scene.ts';

/** What one kind of work shows of a deadlock, without and with the change; null where it runs through. */
export interface Probed {
  readonly workload: 'hid' | 'storage' | 'ethernet' | 'gadget-storage' | 'gadget-ethernet';
  readonly before: Deadlock | null;
  readonly after: Deadlock | null;
}

/**
 * Runs the model under work whose completions submit again (HID, Ethernet) and under work whose completions only wake a
 * thread (storage), at the medians of the priors. The first kind runs into a lock held across the giveback at the first
 * completion; the second never does, so that a storage test can not show it.
 */
export function probeDeadlock(model: Model, settings: ReplaySettings, seed: number): readonly Probed[] {
  const windowNs = settings.limits.probeNs;
  return probesOf(model, settings).map((probe) => ({
    workload: probe.workload.kind,
    before: simulate({ ...probe, hcd: model.before, seed, windowNs }).deadlock,
    after: simulate({ ...probe, hcd: model.after, seed, windowNs }).deadlock,
  }));
}

type ProbeWorkload = Workload & { readonly kind: Probed['workload'] };

/** The settings of the probes: the faults they look for do not hang on what anything costs. */
export function probesOf(
  model: Model,
  settings: ReplaySettings,
): readonly (Setting & { readonly workload: ProbeWorkload })[] {
  const costs = costsAt(MEDIAN_DRAW, 'x86-desktop', settings);
  const era = model.era ?? settings.limits.eraUnsaid;
  return (model.before.gadget === undefined ? hostProbes(model, settings) : GADGET_PROBES)
    .filter((workload) => workload !== null)
    .map((workload) => ({ costs, era, workload }));
}

/** Of a gadget the link queues again from complete(), and mass storage only wakes its thread. */
const GADGET_PROBES: readonly ProbeWorkload[] = [
  {
    kind: 'gadget-ethernet',
    direction: 'rx',
    speed: 'high',
    frameBytes: 1514,
    framesPerRequest: 1,
    offeredFramesPerSec: 10_000,
  },
  {
    kind: 'gadget-storage',
    direction: 'read',
    speed: 'high',
    commandBytes: 65_536,
    backingBytesPerSec: 100_000_000,
    isBackingBusy: true,
    hostNs: 200_000,
    hostPhaseNs: 40_000,
  },
];

function hostProbes(model: Model, settings: ReplaySettings): readonly (ProbeWorkload | null)[] {
  return [hidProbe(settings), storageProbe(model, settings), ethernetProbe(settings)];
}

function hidProbe(settings: ReplaySettings): ProbeWorkload | null {
  const [device] = devicesOf('hid', settings);
  return device === undefined ? null : { kind: 'hid', intervalNs: device.intervalNs.value };
}

function storageProbe(model: Model, settings: ReplaySettings): ProbeWorkload | null {
  const [device] = devicesOf('storage', settings);
  if (device === undefined) return null;
  const chosen = { draw: MEDIAN_DRAW, parameter: 'transferBytes' };
  return {
    kind: 'storage',
    direction: 'read',
    speed: device.speed,
    transferBytes: candidateAt(device.transferBytes, model.era, chosen),
    deviceNs: device.deviceNs.value,
  };
}

function ethernetProbe(settings: ReplaySettings): ProbeWorkload | null {
  const [device] = devicesOf('ethernet', settings);
  if (device === undefined) return null;
  const frameBytes = settings.limits.frameBytesUnsaid;
  return {
    kind: 'ethernet',
    direction: 'rx',
    frameBytes,
    linkBitsPerSec: device.linkBitsPerSec.value,
    offeredFramesPerSec: wireFramesPerSec(device.linkBitsPerSec.value, frameBytes) / 2,
    urbBytes: device.rx.urbBytes.value,
    urbs: device.rx.urbs.value,
    coalesceNs: device.rx.coalesceNs.value,
  };
}
