import { type ClassDriver, firstThatBites, namesThatBite, namesThatDoNot } from '../class-drivers.ts';
import type { Hcd } from '../hcd.ts';
import type { HcdProfile } from '../hcd-profile.ts';
import { type HazardCheck, type Path, placeOfChange } from './hazard-check.ts';

const CORE_CALLS = ['usb_hcd_giveback_urb', '__usb_hcd_giveback_urb'];

/**
 * complete() with the driver's lock held, in a driver whose enqueue function takes it: who submits again from complete()
 * waits for itself. Source: usb-model, H1 and the truth table of 1.4
 */
export const selfDeadlock: HazardCheck = {
  code: 'H1',
  find: ({ path, classDrivers }) => {
    const { before, after } = path;
    if (!isDeadly(after) || isDeadly(before)) return [];
    const drivers = classDrivers();
    return [
      {
        kind: 'self-deadlock',
        severity: isFlagLikely(path) ? 'warning' : 'error',
        trace: deadlockTrace(after, path.profile, firstThatBites(drivers)),
        where: placeOfChange(path, ['lock-drop-removed', 'hcd-bh-removed']),
        because: `${sentence(after, drivers)}${assumption(path)}`,
      },
    ];
  },
};

function sentence({ giveback: { lock }, enqueue }: Hcd, drivers: readonly ClassDriver[]): string {
  return (
    `complete() runs with ${lock} held: ${namesThatBite(drivers)} submit again from complete(), ` +
    `${enqueue.function}() takes ${lock} a second time on the same CPU and spins for ever. ` +
    `${namesThatDoNot(drivers)} do not submit from complete(), so a storage test cannot show it.`
  );
}

/** Nothing lets go of the lock between the interrupt and complete(), and submitting takes it. */
function isDeadly({ giveback, enqueue }: Hcd): boolean {
  return giveback.lockHeld && enqueue.takesLock;
}

function deadlockTrace(
  { giveback, enqueue, irq }: Hcd,
  { path, lockTakenIn }: HcdProfile,
  resubmitting: readonly string[],
): string[] {
  const calls = path.fact.map((name) =>
    name === lockTakenIn.fact ? `${name} [takes ${giveback.lock}]` : name,
  );
  const context = irq.type === 'hard' ? [] : ['irq thread'];
  const [handler = '', ...rest] = resubmitting;
  const resubmit = [`complete(): ${handler}`, ...rest, 'usb_submit_urb', 'usb_hcd_submit_urb'];
  const end = `spin_lock_irqsave(&${giveback.lock}): same CPU, spins for ever`;
  return [...context, ...calls, ...CORE_CALLS, ...resubmit, enqueue.function, end];
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
