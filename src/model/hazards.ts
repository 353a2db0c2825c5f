import type { Hazard, Hcd, ModelChange } from './hcd.ts';
import type { HcdProfile } from './hcd-profile.ts';

/** A driver's giveback path before and after, and what changed it. */
export interface Path {
  /** Whether the flag is read in the tree, so that a diff that does not show it leaves nothing open. */
  readonly isFlagKnown: boolean;
  readonly before: Hcd;
  readonly after: Hcd;
  readonly changes: readonly ModelChange[];
  readonly profile: HcdProfile;
}

const CORE_CALLS = ['usb_hcd_giveback_urb', '__usb_hcd_giveback_urb'];
/**
 * Class drivers whose completion handlers resubmit directly. usb-storage's only signals a completion, and r8152 submits
 * its receive URBs again from NAPI. Source: usb-model, section 1.4, Coccinelle over 6.1
 */
const RESUBMIT = 'hid, hub, uvcvideo, usbnet and snd-usb-audio';

/**
 * What the truth table of flag and lock drop says of the driver after the series, where the series made it so.
 * Source: usb-model, section 1.4, and 1.3.3 for the threaded interrupt
 */
export function findHazards(path: Path): Hazard[] {
  return [selfDeadlock(path), pointlessDrop(path), ksoftirqd(path)].filter((hazard) => hazard !== null);
}

function selfDeadlock(path: Path): Hazard | null {
  const { before, after, profile } = path;
  if (!isDeadly(after) || isDeadly(before)) return null;
  const { lock } = after.giveback;
  return {
    kind: 'self-deadlock',
    severity: isFlagLikely(path) ? 'warning' : 'error',
    trace: deadlockTrace(after, profile),
    where: whereOf(path, ['lock-drop-removed', 'hcd-bh-removed']),
    because:
      `complete() runs with ${lock} held: ${RESUBMIT} submit again from complete(), ` +
      `${after.enqueue.function}() takes ${lock} a second time on the same CPU and spins for ever. ` +
      `usb-storage does not submit from complete(), so a storage test cannot show it.${assumption(path)}`,
  };
}

/** Nothing lets go of the lock between the interrupt and complete(), and submitting takes it. */
function isDeadly({ giveback, enqueue }: Hcd): boolean {
  return giveback.lockHeld && enqueue.takesLock;
}

function deadlockTrace({ giveback, enqueue, irq }: Hcd, { path, lockTakenIn }: HcdProfile): string[] {
  const calls = path.fact.map((name) =>
    name === lockTakenIn.fact ? `${name} [takes ${giveback.lock}]` : name,
  );
  const context = irq.type === 'hard' ? [] : ['irq thread'];
  const resubmit = ['complete(): hid_irq_in', 'usb_submit_urb', 'usb_hcd_submit_urb', enqueue.function];
  const end = `spin_lock_irqsave(&${giveback.lock}): same CPU, spins for ever`;
  return [...context, ...calls, ...CORE_CALLS, ...resubmit, end];
}

/** The kernel's own driver has the flag by then, and the diff does not show that it was taken out. */
function isFlagLikely(path: Path): boolean {
  return !path.isFlagKnown && path.profile.hcdBh.fact && !showsFlag(path);
}

function showsFlag({ changes }: Path): boolean {
  return changes.some(({ kind }) => kind === 'hcd-bh-added' || kind === 'hcd-bh-removed');
}

/** What the diff leaves open: whether the flag was there all along. */
function assumption(path: Path): string {
  const open = ' The diff does not set HCD_BH; with the flag in the tree already, the lock may stay held.';
  return path.isFlagKnown || showsFlag(path) ? '' : open;
}

function pointlessDrop(path: Path): Hazard | null {
  const { before, after } = path;
  if (!isPointless(after) || isPointless(before)) return null;
  const { lock, function: giveback } = after.giveback;
  return {
    kind: 'pointless-drop',
    severity: 'warning',
    trace: [
      giveback,
      `spin_unlock(&${lock})`,
      'usb_hcd_giveback_urb [queues the URB]',
      `spin_lock(&${lock})`,
    ],
    where: whereOf(path, ['lock-drop-added', 'hcd-bh-added']),
    because:
      `with HCD_BH complete() runs later, in the tasklet, so ${giveback}() has no reason to drop ${lock}: ` +
      'the second lock costs time, and the lists may change while the lock is free.',
  };
}

function isPointless({ hcdBh, giveback }: Hcd): boolean {
  return hcdBh && giveback.lockDropped;
}

function ksoftirqd(path: Path): Hazard | null {
  const { before, after } = path;
  if (!runsInKsoftirqd(after) || runsInKsoftirqd(before)) return null;
  return {
    kind: 'ksoftirqd-giveback',
    severity: 'warning',
    trace: [
      'irq thread',
      after.irq.handler,
      after.giveback.function,
      'tasklet_schedule',
      'ksoftirqd',
      'complete()',
    ],
    where: whereOf(path, ['irq-threaded', 'hcd-bh-added']),
    because:
      'a tasklet that is scheduled from an IRQ thread runs in ksoftirqd, at normal priority, unless the thread ' +
      'function disables bottom halves itself: completions wait for the scheduler.',
  };
}

function runsInKsoftirqd({ hcdBh, irq }: Hcd): boolean {
  return hcdBh && irq.type === 'threaded';
}

function whereOf({ changes }: Path, kinds: readonly ModelChange['kind'][]): Hazard['where'] {
  const change = changes.find(
    ({ kind, file, line }) => kinds.includes(kind) && file !== null && line !== null,
  );
  return change?.file == null || change.line === null ? null : { file: change.file, line: change.line };
}
