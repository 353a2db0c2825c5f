import type { ChangeKind, GadgetFunctions, Hcd, Model } from '../model/hcd.ts';
import { run as simulate } from '../simulator/run.ts';
import { ascending, percentile } from '../stats/percentile.ts';
import type { Draw } from './draws.ts';
import type { Counterfactual } from './explanation.ts';
import { closedFormPercent } from './inverse.ts';
import { drawsOf, type Play } from './play-draws.ts';
import { probesOf } from './probe-deadlock.ts';
import type { Percentiles } from './replay.ts';
import { areAlike, type Sides } from './sides-of.ts';

/** What the series would do without each of its changes; a series of one change has no other rest than nothing. */
export function counterfactualsOf(play: Play, model: Model): readonly Counterfactual[] {
  const kinds = [...new Set(model.changes.map((change) => change.kind))];
  return kinds.flatMap((without) => {
    const sides = { before: play.sides.before, after: revert(play.sides, without) };
    if (areAlike(sides)) return [];
    return [{ without, deltaPercent: deadlocks(play, model, sides.after) ? null : percentOf(play, sides) }];
  });
}

/** The configuration after the series with one change taken back. */
function revert({ before, after }: Sides, kind: ChangeKind): Hcd {
  switch (kind) {
    case 'hcd-bh-added':
    case 'hcd-bh-removed':
      return {
        ...after,
        hcdBh: before.hcdBh,
        giveback: {
          ...after.giveback,
          context: before.giveback.context,
          // A drop that is gone stays gone: complete() is back in the interrupt, and finds the lock held.
          lockHeld: before.giveback.lockHeld || (before.giveback.lockDropped && !after.giveback.lockDropped),
        },
      };
    case 'lock-drop-removed':
    case 'lock-drop-added': {
      const { lockDropped, lockHeld } = before.giveback;
      return { ...after, giveback: { ...after.giveback, lockDropped, lockHeld } };
    }
    case 'irq-threaded':
    case 'irq-unthreaded':
      return { ...after, irq: before.irq };
    case 'buffers-cached':
    case 'buffers-coherent':
      return { ...after, buffers: before.buffers };
    case 'skb-queueing-removed':
    case 'skb-queueing-added':
      return { ...after, skbLockPairs: before.skbLockPairs };
    case 'byte-queue-limits-added':
    case 'byte-queue-limits-removed':
      return { ...after, byteQueueLimits: before.byteQueueLimits };
    case 'events-blocked':
    case 'events-unblocked':
    case 'bei-interval-changed':
    case 'bei-minimum-changed':
      return withIsocEventsOf(before, after);
    case 'header-cached':
    case 'header-uncached':
      return withHeaderOf(before, after);
    case 'storage-buffers-changed':
      return withFunctionOf(before, after, 'storageBuffers');
    case 'storage-buffer-size-changed':
      return withFunctionOf(before, after, 'storageBufferBytes');
    case 'ether-queue-changed':
      return withFunctionOf(before, after, 'etherQmult');
    case 'ether-throttling-added':
    case 'ether-throttling-removed':
      return withFunctionOf(before, after, 'isEtherThrottled');
    case 'moderation-changed':
      return { ...after, irq: { ...after.irq, moderationNs: before.irq.moderationNs } };
  }
}

function withHeaderOf({ uvcHeader }: Hcd, after: Hcd): Hcd {
  return uvcHeader === undefined ? after : { ...after, uvcHeader };
}

/** One figure of a gadget's functions as it was. */
function withFunctionOf({ gadget }: Hcd, after: Hcd, name: keyof GadgetFunctions): Hcd {
  if (gadget === undefined || after.gadget === undefined) return after;
  return { ...after, gadget: { ...after.gadget, [name]: gadget[name] } };
}

function withIsocEventsOf({ irq: { isocEvents } }: Hcd, after: Hcd): Hcd {
  return isocEvents === undefined ? after : { ...after, irq: { ...after.irq, isocEvents } };
}

/** Some work deadlocks on it: then no figure of any other work is worth printing. */
function deadlocks({ settings, run }: Play, model: Model, hcd: Hcd): boolean {
  return probesOf(model, settings).some(
    (probe) =>
      simulate({ ...probe, hcd, seed: run.seed, windowNs: settings.limits.probeNs }).deadlock !== null,
  );
}

function percentOf({ scene, claim, run, settings }: Play, sides: Sides): Percentiles {
  const target = claim.before?.base ?? null;
  const deltaAt = (draw: Draw): number =>
    closedFormPercent(scene, sides, { setting: scene.settingAt(draw), target });
  const deltas = drawsOf(run, settings.limits.drawsPerPart).map(deltaAt).filter(Number.isFinite);
  const sorted = ascending(deltas);
  return { p05: percentile(sorted, 0.05), p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}
