import type { Claim, Metric } from '../claims/claim.ts';
import type { VerdictSettings } from './verdict.ts';
import { count, rounded, sidesOf } from './wording.ts';

/**
 * Interrupt and context-switch rates named beside a transfer rate follow from how usb-storage works: one command moves
 * so many bytes in three URBs, each of which interrupts. Says what closes; a rate that does not may have other commands.
 *
 * @returns  a sentence, or null when there is nothing to compute from
 * Source: drivers/usb/storage/transport.c, usb_stor_Bulk_transport(); usb-model, section 2.1
 */
export function storageRates(claim: Claim, all: readonly Claim[], settings: VerdictSettings): string | null {
  const perCommand = eventsPerCommand(claim.metric, settings);
  const stated = sidesOf(claim)[0]?.base;
  const transfer = all.find((other) => isTransferBeside(claim, other));
  const bytesPerSec = transfer === undefined ? undefined : sidesOf(transfer)[0]?.base;
  if (perCommand === null || stated === undefined || transfer === undefined || bytesPerSec === undefined)
    return null;
  const { transferBytes, closesWithinFactor, urbs } = settings.storageCommand;
  const expected = (bytes: number): number => (bytesPerSec / bytes) * perCommand;
  const bytes = transferBytes.find((each) => isNear(expected(each), stated, closesWithinFactor));
  if (bytes === undefined) return null;
  const shown = sidesOf(transfer)[0];
  return (
    `${shown?.value} ${transfer.unit} in commands of ${bytes / 1024} KiB with ${count(urbs)} URBs each ` +
    `come to ${rounded(expected(bytes), 3)} a second`
  );
}

function eventsPerCommand(metric: Metric, settings: VerdictSettings): number | null {
  const { urbs, switchesPerInterrupt } = settings.storageCommand;
  if (metric === 'irq-rate') return urbs;
  return metric === 'context-switch-rate' ? urbs * switchesPerInterrupt : null;
}

/** Within a sentence or two of the same mail. */
function isTransferBeside(claim: Claim, other: Claim): boolean {
  const isStorage = other.workload === 'storage-read' || other.workload === 'storage-write';
  if (other.metric !== 'throughput' || other.baseUnit !== 'B/s' || !isStorage) return false;
  const isSameMail = other.where.messageId === claim.where.messageId;
  return isSameMail && Math.abs(other.where.line - claim.where.line) <= NEAR_LINES;
}

const NEAR_LINES = 4;

function isNear(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}
