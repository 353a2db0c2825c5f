import type { Hazard, Hcd } from '../hcd.ts';
import type { HcdProfile } from '../hcd-profile.ts';
import { type Path, placeOfChange } from './hazard-check.ts';

/** u_ether queues again from its completion; f_mass_storage only wakes its thread. */
const RESUBMITTING = ['usb_gadget_giveback_request', 'complete(): rx_complete', 'rx_submit', 'usb_ep_queue'];

/**
 * complete() of a gadget's request with the lock held that queueing takes: who queues again waits for itself. A warning,
 * for a diff does not show whether a caller has let go of the lock. Source: usb-model, sections 1.4 and 1.6
 */
export function gadgetDeadlock({
  before,
  after,
  changes,
  profile,
}: Omit<Path, 'isFlagKnown'>): readonly Hazard[] {
  if (!isDeadly(after) || isDeadly(before)) return [];
  const { lock } = after.giveback;
  return [
    {
      kind: 'self-deadlock',
      severity: 'warning',
      trace: traceOf(after, profile),
      where: placeOfChange({ before, after, changes, profile, isFlagKnown: true }, ['lock-drop-removed']),
      because:
        `complete() runs with ${lock} held, unless a caller lets go of it out of the diff's sight: u_ether queues again ` +
        `from complete(), ${after.enqueue.function}() takes ${lock} a second time on the same CPU and spins for ever. ` +
        'f_mass_storage does not queue from complete(), so a storage test cannot show it.',
    },
  ];
}

function isDeadly({ giveback, enqueue }: Hcd): boolean {
  return giveback.lockHeld && enqueue.takesLock;
}

function traceOf({ giveback, enqueue, irq }: Hcd, { path, lockTakenIn }: HcdProfile): string[] {
  const calls = path.fact.map((name) =>
    name === lockTakenIn.fact ? `${name} [takes ${giveback.lock}]` : name,
  );
  const context = irq.type === 'hard' ? [] : ['irq thread'];
  const end = `spin_lock_irqsave(&${giveback.lock}): same CPU, spins for ever`;
  return [...context, ...calls, ...RESUBMITTING, enqueue.function, end];
}
