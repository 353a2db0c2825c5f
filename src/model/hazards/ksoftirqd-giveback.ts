import type { Hcd } from '../hcd.ts';
import { type HazardCheck, placeOfChange } from './hazard-check.ts';

/** HCD_BH below a threaded interrupt. Source: usb-model, H11 and 1.3.3 */
export const ksoftirqdGiveback: HazardCheck = {
  code: 'H11',
  find: ({ path }) => {
    const { before, after } = path;
    if (!runsInKsoftirqd(after) || runsInKsoftirqd(before)) return [];
    return [
      {
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
        where: placeOfChange(path, ['irq-threaded', 'hcd-bh-added']),
        because:
          'a tasklet that is scheduled from an IRQ thread runs in ksoftirqd, at normal priority, unless the thread ' +
          'function disables bottom halves itself: completions wait for the scheduler.',
      },
    ];
  },
};

function runsInKsoftirqd({ hcdBh, irq }: Hcd): boolean {
  return hcdBh && irq.type === 'threaded';
}
