import type { ChangeKind, Hcd, IsocEvents, ModelChange } from './hcd.ts';

/** Source: Linux 6.1, drivers/usb/host/xhci.h, AVOID_BEI_INTERVAL_MAX and AVOID_BEI_INTERVAL_MIN */
const STOCK: IsocEvents = { every: 32, least: 8 };
const BLOCKED: IsocEvents = { ...STOCK, every: null };

/** Whether a change sets or clears the quirk, whose interval hangs on the kernel. */
export function isOfQuirk({ kind }: Pick<ModelChange, 'kind'>): boolean {
  return kind === 'events-blocked' || kind === 'events-unblocked';
}

/** What was there before a series; nothing where it leaves these events alone. */
export function isocEventsBefore(changes: readonly ModelChange[]): Pick<Hcd['irq'], 'isocEvents'> {
  const first = (kind: ChangeKind): ModelChange | undefined => changes.find((one) => one.kind === kind);
  if (first('events-unblocked') !== undefined) return { isocEvents: BLOCKED };
  const interval = first('bei-interval-changed');
  const minimum = first('bei-minimum-changed');
  if (interval === undefined && minimum === undefined && first('events-blocked') === undefined) return {};
  return {
    isocEvents: {
      every: interval === undefined ? STOCK.every : packetsOf(interval.from),
      least: minimum === undefined ? STOCK.least : packetsOf(minimum.from),
    },
  };
}

/** What is there after one change. */
export function isocEventsAfter(before: IsocEvents = STOCK, { kind, to }: ModelChange): IsocEvents {
  switch (kind) {
    case 'events-blocked':
      return { ...before, every: null };
    case 'events-unblocked':
      return { ...before, every: STOCK.every };
    case 'bei-interval-changed':
      return { ...before, every: packetsOf(to) };
    case 'bei-minimum-changed':
      return { ...before, least: packetsOf(to) };
    default:
      return before;
  }
}

function packetsOf(text: string): number {
  return Number.parseInt(text, 10);
}
