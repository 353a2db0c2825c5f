import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import { streamOf } from '../../src/simulator/random.ts';
import type { Workload } from '../../src/simulator/workload.ts';

/** A fast x86 desktop. */
export const COSTS: Costs = {
  irqNs: 500,
  softirqNs: 150,
  taskletNs: 100,
  wakeNs: 700,
  contextSwitchNs: 1000,
  irqThreadNs: 3000,
  lockNs: 15,
  contendedLockNs: 80,
  eventTrbNs: 300,
  mmioReadNs: 800,
  mmioWriteNs: 100,
  submitNs: 600,
  givebackNs: 150,
  bhQueueNs: 50,
  mapNs: 100,
  unmapNs: 100,
  skbNs: 100,
  rxStackNs: 600,
  uvcHeaderNs: 350,
  scsiNs: 4000,
  readCachedNs: 1,
  readCoherentNs: 1,
  copyCachedBytesPerSec: 8_000_000_000,
  copyCoherentBytesPerSec: 8_000_000_000,
};

/** xhci before the flag: it drops its lock and completes in the interrupt handler. */
export const XHCI: Hcd = {
  driver: 'xhci',
  hcdBh: false,
  giveback: {
    context: 'hardirq',
    lockHeld: false,
    lockDropped: true,
    lock: 'xhci->lock',
    function: 'xhci_giveback_urb_in_irq',
  },
  irq: { type: 'hard', handler: 'xhci_msi_irq', moderationNs: 40_000 },
  buffers: { kind: 'cached' },
  enqueue: { function: 'xhci_urb_enqueue', takesLock: true },
  skbLockPairs: 2,
};

/** The same with HCD_BH and the lock kept. */
export const XHCI_BH: Hcd = {
  ...XHCI,
  hcdBh: true,
  giveback: { ...XHCI.giveback, context: 'tasklet', lockDropped: false },
};

/** The lock drop removed, the flag forgotten. */
export const XHCI_DEADLY: Hcd = {
  ...XHCI,
  giveback: { ...XHCI.giveback, lockHeld: true, lockDropped: false },
};

export const DISK: Extract<Workload, { kind: 'storage' }> = {
  kind: 'storage',
  direction: 'read',
  speed: 'super',
  transferBytes: 1_048_576,
  deviceNs: 7_500_000,
};

export const KEYBOARD: Workload = { kind: 'hid', intervalNs: 1_000_000 };

const onBoard = (driver: string, handler: string, moderationNs: number): Hcd => ({
  ...XHCI,
  driver,
  giveback: { ...XHCI.giveback, lock: `${driver}->lock`, function: `${driver}_giveback` },
  irq: { type: 'hard', handler, moderationNs },
  enqueue: { function: `${driver}_urb_enqueue`, takesLock: true },
});

export const EHCI = onBoard('ehci', 'ehci_irq', 125_000);
export const OHCI = onBoard('ohci', 'ohci_irq', 1_000_000);
export const MUSB = onBoard('musb', 'musb->isr', 0);
export const DWC2 = onBoard('dwc2', '_dwc2_hcd_irq', 0);
export const ALL_HCDS: readonly Hcd[] = [XHCI, EHCI, OHCI, MUSB, DWC2];

/** The same driver with HCD_BH and without the lock drop. */
export function withBh(hcd: Hcd): Hcd {
  return { ...hcd, hcdBh: true, giveback: { ...hcd.giveback, context: 'tasklet', lockDropped: false } };
}

/** And with the drop, without the flag. */
export function withoutBh(hcd: Hcd): Hcd {
  return { ...hcd, hcdBh: false, giveback: { ...hcd.giveback, context: 'hardirq', lockDropped: true } };
}

/** RTL8153 at gigabit with 1500-byte frames. */
export const RECEIVING: Extract<Workload, { kind: 'ethernet' }> = {
  kind: 'ethernet',
  direction: 'rx',
  frameBytes: 1500,
  linkBitsPerSec: 1_000_000_000,
  offeredFramesPerSec: 82_021,
  urbBytes: 16_384,
  urbs: 10,
  coalesceNs: 85_000,
};

export const SENDING: Extract<Workload, { kind: 'ethernet' }> = { ...RECEIVING, direction: 'tx', urbs: 4 };

/** A high-bandwidth webcam at 30 pictures a second. */
export const CAMERA: Extract<Workload, { kind: 'camera' }> = {
  kind: 'camera',
  framesPerSec: 30,
  frameBytes: 614_400,
  packetsPerUrb: 32,
  packetBytes: 3072,
  urbs: 5,
  intervalNs: 125_000,
  copyInCompletion: true,
};

export const PWC: Extract<Workload, { kind: 'pwc' }> = {
  kind: 'pwc',
  bufferBytes: 9600,
  packetsPerUrb: 10,
  urbs: 3,
  intervalNs: 1_000_000,
};

export const USBNET: Extract<Workload, { kind: 'usbnet' }> = {
  kind: 'usbnet',
  packetsPerSec: 8000,
  restNs: 1000,
  lockPairNs: 200,
};

/** A 100BASE-TX adapter of usbnet, beside whose upload something small is sent now and then. */
export const UPLOAD: Extract<Workload, { kind: 'usbnet-tx' }> = {
  kind: 'usbnet-tx',
  speed: 'high',
  linkBitsPerSec: 100_000_000,
  frameBytes: 1514,
  probeBytes: 98,
  probeEveryNs: 1_000_000,
  urbsMax: 60,
  memoryBytes: 16_384,
  burstBytes: 1514,
  slackHoldNs: 4_000_000,
  warmUpNs: 8_000_000,
};

/** High-speed playback, a millisecond an URB. */
export const AUDIO: Workload = {
  kind: 'audio',
  direction: 'out',
  packetBytes: 24,
  packetsPerUrb: 8,
  urbs: 4,
  intervalNs: 125_000,
};

export const UAS: Workload = {
  kind: 'uas',
  direction: 'read',
  speed: 'super',
  transferBytes: 65_536,
  deviceNs: 80_000,
  queueDepth: 4,
};

export const ALL_WORKLOADS: readonly Workload[] = [
  DISK,
  UAS,
  KEYBOARD,
  RECEIVING,
  SENDING,
  CAMERA,
  PWC,
  AUDIO,
  USBNET,
  UPLOAD,
];

/** Costs of one draw: each within a factor of four of the desktop's. */
export function costsOf(seed: number): Costs {
  const stream = streamOf(seed, 'costs', 'draw');
  let k = 0;
  const drawn = (of: number): number => {
    k += 1;
    return Math.round(of * 4 ** (2 * stream.uniform(k) - 1));
  };
  return {
    irqNs: drawn(COSTS.irqNs),
    softirqNs: drawn(COSTS.softirqNs),
    taskletNs: drawn(COSTS.taskletNs),
    wakeNs: drawn(COSTS.wakeNs),
    contextSwitchNs: drawn(COSTS.contextSwitchNs),
    irqThreadNs: drawn(COSTS.irqThreadNs),
    lockNs: drawn(COSTS.lockNs),
    contendedLockNs: drawn(COSTS.contendedLockNs),
    eventTrbNs: drawn(COSTS.eventTrbNs),
    mmioReadNs: drawn(COSTS.mmioReadNs),
    mmioWriteNs: drawn(COSTS.mmioWriteNs),
    submitNs: drawn(COSTS.submitNs),
    givebackNs: drawn(COSTS.givebackNs),
    bhQueueNs: drawn(COSTS.bhQueueNs),
    mapNs: drawn(COSTS.mapNs),
    unmapNs: drawn(COSTS.unmapNs),
    skbNs: drawn(COSTS.skbNs),
    rxStackNs: drawn(COSTS.rxStackNs),
    uvcHeaderNs: drawn(COSTS.uvcHeaderNs),
    scsiNs: drawn(COSTS.scsiNs),
    copyCachedBytesPerSec: drawn(COSTS.copyCachedBytesPerSec),
    copyCoherentBytesPerSec: drawn(COSTS.copyCoherentBytesPerSec),
    readCachedNs: COSTS.readCachedNs,
    readCoherentNs: COSTS.readCoherentNs,
  };
}

export function experiment(changes: Partial<Experiment> = {}): Experiment {
  return { hcd: XHCI, era: 'E2', costs: COSTS, workload: DISK, seed: 1, windowNs: 100_000_000, ...changes };
}
