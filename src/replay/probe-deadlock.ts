import type { Hcd, Model } from '../model/hcd.ts';
import type { Deadlock, Workload } from '../simulator/measurement.ts';
import { run as simulate } from '../simulator/run.ts';
import { wireFramesPerSec } from './closed-form.ts';
import { devicesOf } from './device-of.ts';
import { MEDIAN_DRAW } from './draws.ts';
import { candidateAt, costsAt } from './priors.ts';
import type { ReplaySettings } from './replay-settings.ts';

/** What one kind of work shows of a deadlock, without and with the change; null where it runs through. */
export interface Probed {
  readonly workload: 'hid' | 'storage' | 'ethernet';
  readonly before: Deadlock | null;
  readonly after: Deadlock | null;
}

/**
 * Runs the model under work whose completions submit again (HID, Ethernet) and under work whose completions only wake a
 * thread (storage), at the medians of the priors. The first kind runs into a lock held across the giveback at the first
 * completion; the second never does, so that a storage test can not show it.
 */
export function probeDeadlock(model: Model, settings: ReplaySettings, seed: number): readonly Probed[] {
  return workloadsOf(model, settings).map((workload) => ({
    workload: workload.kind,
    before: deadlockOf(model.before, { model, settings, seed, workload }),
    after: deadlockOf(model.after, { model, settings, seed, workload }),
  }));
}

type Probe = Workload & { readonly kind: Probed['workload'] };

interface ProbeWith {
  readonly model: Model;
  readonly settings: ReplaySettings;
  readonly seed: number;
  readonly workload: Probe;
}

function deadlockOf(hcd: Hcd, { model, settings, seed, workload }: ProbeWith): Deadlock | null {
  const costs = costsAt(MEDIAN_DRAW, 'x86-desktop', settings);
  const era = model.era ?? settings.limits.eraUnsaid;
  return simulate({ hcd, era, costs, workload, seed, windowNs: settings.limits.probeNs }).deadlock;
}

function workloadsOf(model: Model, settings: ReplaySettings): readonly Probe[] {
  return [hidProbe(settings), storageProbe(model, settings), ethernetProbe(settings)].filter(
    (probe) => probe !== null,
  );
}

function hidProbe(settings: ReplaySettings): Probe | null {
  const [device] = devicesOf('hid', settings);
  return device === undefined ? null : { kind: 'hid', intervalNs: device.intervalNs.value };
}

function storageProbe(model: Model, settings: ReplaySettings): Probe | null {
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

function ethernetProbe(settings: ReplaySettings): Probe | null {
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
