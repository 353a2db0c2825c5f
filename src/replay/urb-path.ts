import type { Hcd } from '../model/hcd.ts';
import type { Costs } from '../simulator/costs.ts';
import type { Setting } from './scene.ts';
import { dataUrbs, transfersMore } from './storage-transfers.ts';

/** What the path of one URB costs, piece by piece, in nanoseconds: the terms of the closed forms. */

/** usb_submit_urb() down to the doorbell. */
export function submitNs({ costs, workload }: Setting, hcd: Hcd): number {
  const mapNs = isMapped(workload.kind, hcd) ? costs.mapNs : 0;
  const lockNs = hcd.enqueue.takesLock ? costs.lockNs : 0;
  const channelNs = isIsoc(workload.kind) ? 0 : channelStartNs(costs, hcd);
  return mapNs + costs.submitNs + lockNs + costs.mmioWriteNs + channelNs;
}

/** To start the next transfer of an endpoint; null where the controller does that itself. See dwc2.ts and musb.ts */
export function softwareStartNs(costs: Costs, hcd: Hcd): number | null {
  if (hcd.driver === 'dwc2') return channelStartNs(costs, hcd);
  return hcd.driver === 'musb' ? costs.mmioWriteNs : null;
}

/** dwc2 starts a transfer by three writes to its channel. */
function channelStartNs(costs: Costs, { driver }: Hcd): number {
  return driver === 'dwc2' ? 3 * costs.mmioWriteNs : 0;
}

/** One interrupt with one event, apart from giving it back. */
export function interruptNs({ costs }: Setting, hcd: Hcd): number {
  const threadNs = hcd.irq.type === 'hard' ? 0 : costs.irqThreadNs;
  return costs.irqNs + threadNs + handlerNs(costs, hcd) + eventNs(costs, hcd);
}

/** From the event to complete(), apart from what complete() does. */
export function givebackNs(setting: Setting, hcd: Hcd): number {
  const { costs } = setting;
  const isQueued = hcd.giveback.context === 'workqueue' && !hcd.hcdBh;
  const queueNs = isQueued ? costs.bhQueueNs + costs.wakeNs + costs.contextSwitchNs : 0;
  const laterNs = hcd.hcdBh ? deferNs(costs, hcd) : queueNs;
  return inlineNs(setting, hcd) + relockNs(costs, hcd) + laterNs;
}

/** What complete() itself does. */
export function completionNs(setting: Setting, hcd: Hcd): number {
  const { costs, workload } = setting;
  switch (workload.kind) {
    case 'camera': {
      const headersNs = (costs.uvcHeaderNs + headerMoreNs(costs, hcd)) * workload.packetsPerUrb;
      if (!workload.copyInCompletion) return headersNs + costs.wakeNs;
      return headersNs + copyNs(payloadBytes(setting), costs, hcd) + submitNs(setting, hcd);
    }
    case 'pwc':
      return copyNs(workload.bufferBytes, costs, hcd) + submitNs(setting, hcd);
    default:
      return costs.wakeNs;
  }
}

/** Reads of a UVC header by its parser, of 32 bits or less each, and words of the longest header. See uvc-header.ts */
const HEADER_READS = 12;
const HEADER_WORDS = 12 / 4;

/** What the parser of a UVC header pays for where the header is, beyond parsing one that is in the cache: nanoseconds a payload. */
export function headerMoreNs(costs: Costs, { buffers, uvcHeader }: Hcd): number {
  const readNs = buffers.kind === 'coherent' ? costs.readCoherentNs : costs.readCachedNs;
  return uvcHeader === 'copied' ? HEADER_WORDS * readNs : HEADER_READS * (readNs - costs.readCachedNs);
}

/** Time in hardirq for each URB when every URB has an interrupt of its own. */
export function hardirqNsPerUrb(setting: Setting, hcd: Hcd): number {
  const { costs } = setting;
  const irqsMore = startsOfFrame(setting, hcd) + packetInterrupts(setting, hcd);
  const emptyNs =
    irqsMore * (costs.irqNs + handlerNs(costs, hcd)) + packetsMore(setting, hcd) * eventNs(costs, hcd);
  if (hcd.irq.type !== 'hard') return (interruptsPerUrb(setting, hcd) + irqsMore) * costs.irqNs;
  const bodyNs = emptyNs + eventsNsPerUrb(setting, hcd) + relockNs(costs, hcd);
  if (hcd.hcdBh) return bodyNs + costs.bhQueueNs;
  if (hcd.giveback.context === 'workqueue') return bodyNs + costs.bhQueueNs + costs.wakeNs;
  return bodyNs + inlineNs(setting, hcd) + meanCompletionNs(setting, hcd);
}

/** Interrupts with an event: one, and on a disk one for each part of its data. */
function interruptsPerUrb(setting: Setting, hcd: Hcd): number {
  return (URBS_BESIDE_DATA + 1 + transfersMore(setting, hcd)) / (URBS_BESIDE_DATA + dataUrbs(setting));
}

/** Those interrupts, in whose handler software starts the next part. */
function eventsNsPerUrb(setting: Setting, hcd: Hcd): number {
  const startNs = softwareStartNs(setting.costs, hcd) ?? 0;
  const starts = transfersMore(setting, hcd) / (URBS_BESIDE_DATA + dataUrbs(setting));
  return interruptsPerUrb(setting, hcd) * interruptNs(setting, hcd) + starts * startNs;
}

/** Of the entries of a scatter list only the last wakes anybody; each counts under a lock. */
function meanCompletionNs(setting: Setting, hcd: Hcd): number {
  const entries = dataUrbs(setting);
  const oneNs = completionNs(setting, hcd);
  if (entries === 1) return oneNs;
  const wakingNs = (URBS_BESIDE_DATA + 1) * oneNs;
  return (wakingNs + entries * setting.costs.lockNs) / (URBS_BESIDE_DATA + entries);
}

/** Command and status of a Bulk-Only command. */
const URBS_BESIDE_DATA = 2;

/** Interrupts for each URB that only start a microframe: dwc2 takes every one of them while it has periodic transfers. */
function startsOfFrame({ workload }: Setting, { driver }: Hcd): number {
  if (driver !== 'dwc2' || (workload.kind !== 'camera' && workload.kind !== 'pwc')) return 0;
  return (workload.packetsPerUrb * workload.intervalNs) / MICROFRAME_NS - 1;
}

const MICROFRAME_NS = 125_000;

/**
 * Packets of an URB that have an event without ending it: those that stop a channel of dwc2, which cross at the start of
 * a microframe, and those of an xHC, told apart only where a series is about them.
 */
function packetsMore({ workload }: Setting, { driver, irq }: Hcd): number {
  if (workload.kind !== 'camera' && workload.kind !== 'pwc') return 0;
  return driver === 'dwc2' || (driver === 'xhci' && irq.isocEvents !== undefined)
    ? workload.packetsPerUrb - 1
    : 0;
}

/** Interrupts of an URB's packets before its last: an xHC with XHCI_AVOID_BEI has one at every so-many-th. */
function packetInterrupts({ workload }: Setting, { driver, irq }: Hcd): number {
  const every = driver === 'xhci' ? (irq.isocEvents?.every ?? null) : null;
  if (every === null || (workload.kind !== 'camera' && workload.kind !== 'pwc')) return 0;
  return Math.max(0, Math.floor((workload.packetsPerUrb - 2) / every));
}

export function copyNs(bytes: number, costs: Costs, { buffers }: Hcd): number {
  const rate = buffers.kind === 'coherent' ? costs.copyCoherentBytesPerSec : costs.copyCachedBytesPerSec;
  return (bytes * 1e9) / rate;
}

/** What the handler does for one interrupt: its lock, the status, acknowledging it (an xHC also moves ERDP). */
function handlerNs(costs: Costs, { driver }: Hcd): number {
  const writes = driver === 'xhci' ? 2 : driver === 'musb' ? 0 : 1;
  return costs.lockNs + costs.mmioReadNs + writes * costs.mmioWriteNs;
}

/** And for one event of it: dwc2 also lets the channel go that has stopped. */
function eventNs(costs: Costs, { driver }: Hcd): number {
  return costs.eventTrbNs + (driver === 'dwc2' ? costs.mmioReadNs + costs.mmioWriteNs : 0);
}

/** __usb_hcd_giveback_urb() up to complete(). */
function inlineNs({ costs, workload }: Setting, hcd: Hcd): number {
  return (isMapped(workload.kind, hcd) ? costs.unmapNs : 0) + costs.givebackNs;
}

/** The driver lets its lock go and takes it again; one that gives back after its last unlock pays the same. */
function relockNs(costs: Costs, { giveback, hcdBh }: Hcd): number {
  return giveback.lockDropped || (!giveback.lockHeld && !hcdBh) ? costs.lockNs : 0;
}

/** What HCD_BH puts between the interrupt and complete(). */
function deferNs(costs: Costs, { irq }: Hcd): number {
  const softirqNs = costs.bhQueueNs + costs.softirqNs + costs.taskletNs + 2 * costs.lockNs;
  // Raised from a thread of its own, a softirq runs in ksoftirqd; forced threading keeps softirqs off and runs it itself.
  const ksoftirqdNs = irq.type === 'threaded' ? costs.wakeNs + costs.contextSwitchNs : 0;
  return softirqNs + ksoftirqdNs;
}

/** Isochronous buffers may be coherent memory, which nobody maps for a transfer. */
function isMapped(kind: Setting['workload']['kind'], { buffers }: Hcd): boolean {
  return isIsoc(kind) ? buffers.kind === 'cached' : true;
}

function isIsoc(kind: Setting['workload']['kind']): boolean {
  return kind === 'camera' || kind === 'pwc';
}

function payloadBytes({ workload }: Setting): number {
  if (workload.kind !== 'camera') return 0;
  return (workload.frameBytes * workload.framesPerSec * workload.packetsPerUrb * workload.intervalNs) / 1e9;
}
