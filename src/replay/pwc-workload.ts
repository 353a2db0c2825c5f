import type { Workload } from '../simulator/workload.ts';
import type { DeviceOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { wholeValueAt } from './priors.ts';
import { type Asked, speedOf } from './scene.ts';

/** A camera of pwc at one draw, behind a hub where the text has one. */
export function pwcWorkloadAt(
  draw: Draw,
  asked: Asked,
  { device, bufferBytes }: { readonly device: DeviceOf<'pwc'>; readonly bufferBytes: number | null },
): Extract<Workload, { kind: 'pwc' }> {
  return {
    kind: 'pwc',
    bufferBytes: bufferBytes ?? wholeValueAt(device.bufferBytes, draw, 'bufferBytes'),
    packetsPerUrb: wholeValueAt(device.packetsPerUrb, draw, 'packetsPerUrb'),
    urbs: wholeValueAt(device.urbs, draw, 'urbs'),
    intervalNs: wholeValueAt(device.intervalNs, draw, 'intervalNs'),
    ...(isBehindHub(asked) ? { isBehindHub: true } : {}),
  };
}

/** Split transactions need a hub at high speed, and so a controller that can do it. */
export function isBehindHub(asked: Asked): boolean {
  const { claim } = asked;
  const ofController = { ...claim, conditions: { ...claim.conditions, speed: null } };
  return claim.conditions.isBehindHub === true && speedOf({ ...asked, claim: ofController }) !== 'full';
}
