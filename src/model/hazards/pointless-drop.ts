import type { Hcd } from '../hcd.ts';
import { type HazardCheck, placeOfChange } from './hazard-check.ts';

/** The lock dropped around a giveback that only queues the URB. Source: usb-model, the truth table of 1.4 */
export const pointlessDrop: HazardCheck = {
  code: 'H1',
  find: ({ path }) => {
    const { before, after } = path;
    if (!isPointless(after) || isPointless(before)) return [];
    const { lock, function: giveback } = after.giveback;
    return [
      {
        kind: 'pointless-drop',
        severity: 'warning',
        trace: [
          giveback,
          `spin_unlock(&${lock})`,
          'usb_hcd_giveback_urb [queues the URB]',
          `spin_lock(&${lock})`,
        ],
        where: placeOfChange(path, ['lock-drop-added', 'hcd-bh-added']),
        because:
          `with HCD_BH complete() runs later, in the tasklet, so ${giveback}() has no reason to drop ${lock}: ` +
          'the second lock costs time, and the lists may change while the lock is free.',
      },
    ];
  },
};

function isPointless({ hcdBh, giveback }: Hcd): boolean {
  return hcdBh && giveback.lockDropped;
}
