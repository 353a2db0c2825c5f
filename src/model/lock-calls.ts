/** Calls that take a lock, and those that let it go; the lock is their first argument. */
export const LOCK_CALLS: ReadonlySet<string> = new Set(
  [
    'spin_lock',
    'spin_lock_irq',
    'spin_lock_irqsave',
    'spin_lock_bh',
    'spin_lock_nested',
    'usbhs_lock',
  ].concat(['spin_lock', 'spin_lock_irq', 'spin_lock_irqsave'].map((name) => `raw_${name}`)),
);
export const UNLOCK_CALLS: ReadonlySet<string> = new Set(
  ['spin_unlock', 'spin_unlock_irq', 'spin_unlock_irqrestore', 'spin_unlock_bh', 'usbhs_unlock'].concat(
    ['spin_unlock', 'spin_unlock_irq', 'spin_unlock_irqrestore'].map((name) => `raw_${name}`),
  ),
);
/** Calls that hand a finished transfer to its owner: a host's URB, a gadget's request. */
export const GIVEBACK_CALLS: ReadonlySet<string> = new Set([
  'usb_hcd_giveback_urb',
  'usb_gadget_giveback_request',
]);

/** A lock as drivers and reports write it: "xhci->lock" for `& xhci -> lock`. */
export function lockName(argument: string): string {
  return argument.replace(/^\s*&\s*/, '').replaceAll(/\s+/g, '');
}
