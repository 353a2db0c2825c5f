import type { ChangeKind, Hcd, ModelChange } from './hcd.ts';
import { type HcdProfile, hcdOf, SKB_LOCK_PAIRS, withGiveback } from './hcd-profile.ts';
import { isocEventsAfter, isocEventsBefore } from './isoc-events.ts';

/**
 * The driver as it was before `changes`: as its profile says, except where the changes say otherwise. A driver whose lock
 * drop is removed, or whose flag is added, is older than a profile with flag and without drop: it dropped its lock and
 * had no flag, for any other combination would have deadlocked or dropped for nothing.
 */
export function stateBefore(profile: HcdProfile, changes: readonly ModelChange[]): Hcd {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const stock = hcdOf(profile);
  const hcdBh = toldBefore(kinds, 'hcd-bh-added', 'hcd-bh-removed') ?? flagBefore(stock, kinds);
  const lockDropped =
    toldBefore(kinds, 'lock-drop-added', 'lock-drop-removed') ?? dropBefore(stock, kinds, profile);
  const isThreaded = toldBefore(kinds, 'irq-threaded', 'irq-unthreaded') ?? stock.irq.type === 'threaded';
  const hcd: Hcd = {
    ...stock,
    hcdBh,
    giveback: { ...stock.giveback, lockDropped },
    irq: { ...stock.irq, type: isThreaded ? 'threaded' : 'hard' },
  };
  return withGiveback(toldStateBefore(hcd, changes), profile);
}

/** The part of the state before `changes` that only a diff tells: buffers, usbnet's queue, the moderation it sets. */
export function toldStateBefore(hcd: Hcd, changes: readonly ModelChange[]): Hcd {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const isCached = toldBefore(kinds, 'buffers-cached', 'buffers-coherent') ?? true;
  const isDirect = toldBefore(kinds, 'skb-queueing-removed', 'skb-queueing-added') ?? false;
  return {
    ...hcd,
    buffers: { kind: isCached ? 'cached' : 'coherent' },
    skbLockPairs: isDirect ? SKB_LOCK_PAIRS.direct : SKB_LOCK_PAIRS.queued,
    irq: {
      ...hcd.irq,
      moderationNs: moderationBefore(changes) ?? hcd.irq.moderationNs,
      ...isocEventsBefore(changes),
    },
    ...headerBefore(kinds),
    ...(kinds.has('byte-queue-limits-removed') ? LIMITED : {}),
  };
}

/** That part with the changes made; the rest is as in `hcd`. */
export function toldStateAfter(hcd: Hcd, changes: readonly ModelChange[]): Hcd {
  const { buffers, skbLockPairs, irq, uvcHeader, byteQueueLimits } = changes.reduce(applied, hcd);
  return {
    ...withoutLimits(hcd),
    buffers,
    skbLockPairs,
    irq: {
      ...hcd.irq,
      moderationNs: irq.moderationNs,
      ...(irq.isocEvents === undefined ? {} : { isocEvents: irq.isocEvents }),
    },
    ...(uvcHeader === undefined ? {} : { uvcHeader }),
    ...(byteQueueLimits === true ? LIMITED : {}),
  };
}

const LIMITED: Pick<Hcd, 'byteQueueLimits'> = { byteQueueLimits: true };

function withoutLimits({ byteQueueLimits: _, ...hcd }: Hcd): Hcd {
  return hcd;
}

function headerBefore(kinds: ReadonlySet<ChangeKind>): Pick<Hcd, 'uvcHeader'> {
  const isCopied = toldBefore(kinds, 'header-cached', 'header-uncached');
  return isCopied === null ? {} : { uvcHeader: isCopied ? 'copied' : 'in-place' };
}

function moderationBefore(changes: readonly ModelChange[]): number | null {
  const first = changes.find(({ kind }) => kind === 'moderation-changed');
  return first === undefined ? null : Number.parseInt(first.from, 10);
}

/** The driver with the changes made, in their order. */
export function stateAfter(before: Hcd, changes: readonly ModelChange[], profile: HcdProfile): Hcd {
  return withGiveback(changes.reduce(applied, before), profile);
}

/** False when the diff adds a thing, true when it removes it, null when it does neither. */
function toldBefore(kinds: ReadonlySet<ChangeKind>, added: ChangeKind, removed: ChangeKind): boolean | null {
  if (kinds.has(added)) return false;
  return kinds.has(removed) ? true : null;
}

function flagBefore(stock: Hcd, kinds: ReadonlySet<ChangeKind>): boolean {
  return stock.hcdBh && !kinds.has('lock-drop-removed');
}

function dropBefore(stock: Hcd, kinds: ReadonlySet<ChangeKind>, profile: HcdProfile): boolean {
  const holds = profile.giveback.lockStyle.fact !== 'released';
  return kinds.has('hcd-bh-added') ? holds : stock.giveback.lockDropped;
}

function applied(hcd: Hcd, change: ModelChange): Hcd {
  const { kind, to } = change;
  switch (kind) {
    case 'hcd-bh-added':
    case 'hcd-bh-removed':
      return { ...hcd, hcdBh: kind === 'hcd-bh-added' };
    case 'lock-drop-added':
    case 'lock-drop-removed':
      return { ...hcd, giveback: { ...hcd.giveback, lockDropped: kind === 'lock-drop-added' } };
    case 'irq-threaded':
    case 'irq-unthreaded':
      return { ...hcd, irq: { ...hcd.irq, type: kind === 'irq-threaded' ? 'threaded' : 'hard' } };
    case 'buffers-cached':
    case 'buffers-coherent':
      return { ...hcd, buffers: { kind: kind === 'buffers-cached' ? 'cached' : 'coherent' } };
    case 'skb-queueing-removed':
    case 'skb-queueing-added':
      return {
        ...hcd,
        skbLockPairs: kind === 'skb-queueing-removed' ? SKB_LOCK_PAIRS.direct : SKB_LOCK_PAIRS.queued,
      };
    case 'byte-queue-limits-added':
      return { ...hcd, ...LIMITED };
    case 'byte-queue-limits-removed':
      return withoutLimits(hcd);
    case 'events-blocked':
    case 'events-unblocked':
    case 'bei-interval-changed':
    case 'bei-minimum-changed':
      return { ...hcd, irq: { ...hcd.irq, isocEvents: isocEventsAfter(hcd.irq.isocEvents, change) } };
    case 'header-cached':
    case 'header-uncached':
      return { ...hcd, uvcHeader: kind === 'header-cached' ? 'copied' : 'in-place' };
    case 'storage-buffers-changed':
    case 'storage-buffer-size-changed':
    case 'ether-queue-changed':
    case 'ether-throttling-added':
    case 'ether-throttling-removed':
      // A gadget's functions are read by gadget-model.ts; a host has none.
      return hcd;
    case 'moderation-changed':
      return { ...hcd, irq: { ...hcd.irq, moderationNs: Number.parseInt(to, 10) } };
  }
}
