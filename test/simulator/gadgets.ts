import type { GadgetFunctions, Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { GadgetEthernet, GadgetStorage } from '../../src/simulator/gadget-workload.ts';
import { COSTS } from './experiments.ts';

/** dwc3 as a device controller in Linux 6.1, with the functions as they are by default. */
export const DWC3: Hcd = {
  driver: 'dwc3',
  hcdBh: false,
  giveback: {
    context: 'threaded-irq',
    lockHeld: false,
    lockDropped: true,
    lock: 'dwc->lock',
    function: 'dwc3_gadget_giveback',
  },
  irq: { type: 'threaded', handler: 'dwc3_interrupt', moderationNs: 0 },
  buffers: { kind: 'cached' },
  enqueue: { function: 'dwc3_gadget_ep_queue', takesLock: true },
  skbLockPairs: 2,
  gadget: { storageBuffers: 2, storageBufferBytes: 16_384, etherQmult: 5, isEtherThrottled: false },
};

/** The lock kept around complete(). */
export const DWC3_DEADLY: Hcd = {
  ...DWC3,
  giveback: { ...DWC3.giveback, lockHeld: true, lockDropped: false },
};

export const DWC3_HARD: Hcd = {
  ...DWC3,
  giveback: { ...DWC3.giveback, context: 'hardirq' },
  irq: { ...DWC3.irq, type: 'hard' },
};

export function withFunctions(changes: Partial<GadgetFunctions>, hcd: Hcd = DWC3): Hcd {
  return hcd.gadget === undefined ? hcd : { ...hcd, gadget: { ...hcd.gadget, ...changes } };
}

/** The host reads 128 KiB at a time from a file in the page cache. */
export const FILE: GadgetStorage = {
  kind: 'gadget-storage',
  direction: 'read',
  speed: 'super',
  commandBytes: 131_072,
  backingBytesPerSec: 1_000_000_000,
  isBackingBusy: true,
  hostNs: 60_000,
  hostPhaseNs: 20_000,
};

/** ECM with full frames, offered faster than anything carries them. */
export const LINK: GadgetEthernet = {
  kind: 'gadget-ethernet',
  direction: 'rx',
  speed: 'super',
  frameBytes: 1514,
  framesPerRequest: 1,
  offeredFramesPerSec: 1_000_000,
};

/** A machine on which nothing takes time; memory has a speed all the same. */
export const FREE: Costs = {
  ...(Object.fromEntries(Object.keys(COSTS).map((name) => [name, 0])) as unknown as Costs),
  copyCachedBytesPerSec: COSTS.copyCachedBytesPerSec,
  copyCoherentBytesPerSec: COSTS.copyCoherentBytesPerSec,
};
