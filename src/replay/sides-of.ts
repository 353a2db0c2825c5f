import type { Claim, Side } from '../claims/claim.ts';
import type { Hcd, Model } from '../model/hcd.ts';

export interface Sides {
  readonly before: Hcd;
  readonly after: Hcd;
}

/**
 * The two configurations a claim compares: by the author's labels where the model knows them, because a thread that
 * compares three has pairs that are not "without" and "with"; otherwise the model's own before and after.
 */
export function sidesOf(claim: Claim, model: Model): Sides {
  return {
    before: labelled(claim.before, model) ?? model.before,
    after: labelled(claim.after, model) ?? model.after,
  };
}

/** Nothing that a run could show differs. */
export function areAlike(sides: Sides): boolean {
  return JSON.stringify(played(sides.before)) === JSON.stringify(played(sides.after));
}

function labelled(side: Side | null, model: Model): Hcd | null {
  if (side === null) return null;
  const label = folded(side.label);
  return model.configurations.find((configuration) => folded(configuration.label) === label)?.hcd ?? null;
}

function folded(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Names of functions and handlers are for the reader of a trace: they cost nothing. */
function played({
  hcdBh,
  giveback,
  irq,
  buffers,
  enqueue,
  skbLockPairs,
  uvcHeader,
  byteQueueLimits,
  gadget,
}: Hcd): unknown {
  const { context, lockHeld, lockDropped } = giveback;
  return [
    hcdBh,
    [context, lockHeld, lockDropped],
    [irq.type, irq.moderationNs, irq.isocEvents ?? null],
    buffers.kind,
    enqueue.takesLock,
    skbLockPairs,
    uvcHeader ?? null,
    byteQueueLimits === true,
    gadget ?? null,
  ];
}
