import type { Hazard } from '../hcd.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { HazardCheck } from './hazard-check.ts';

const HCD = 'drivers/usb/core/hcd.c';

/** A word that comes or goes in usbcore's giveback, and what waits for it. */
const SIGNS: readonly {
  readonly word: string;
  readonly comes: boolean;
  readonly trace: string;
  readonly because: string;
}[] = [
  {
    word: 'restart',
    comes: true,
    trace: 'goto restart until the list is empty',
    because:
      'the giveback tasklet goes on until its list is empty: while a bulk stream keeps it filled, the URBs of ' +
      'keyboards, mice and audio wait, the longer the fuller the bus. Storage and network streams do not suffer.',
  },
  {
    word: 'tasklet_hi_schedule',
    comes: false,
    trace: 'tasklet_schedule',
    because:
      'interrupt and isochronous URBs are given back at the priority of bulk ones: hid, snd-usb-audio and uvcvideo ' +
      'wait behind network receive and behind bulk completions.',
  },
  {
    word: 'system_bh_highpri_wq',
    comes: false,
    trace: 'queue_work(system_bh_wq)',
    because:
      'interrupt and isochronous URBs are given back from the same queue as bulk ones: hid, snd-usb-audio and ' +
      'uvcvideo wait behind network receive and behind bulk completions.',
  },
];

/** usbcore's giveback made to serve urgent URBs later than it did. Source: usb-model, H11, 1.2 and 1.3, P10 and P27 */
export const latencyInversion: HazardCheck = {
  code: 'H11',
  find: ({ hunks }) => {
    const own = hunks.filter(({ path }) => path === HCD);
    return SIGNS.flatMap((sign) => hazardOf(own, sign));
  },
};

function hazardOf(
  hunks: readonly HunkSides[],
  { word, comes, trace, because }: (typeof SIGNS)[number],
): Hazard[] {
  const delta = hunks.reduce((sum, { before, after }) => sum + count(after, word) - count(before, word), 0);
  if (comes ? delta <= 0 : delta >= 0) return [];
  const hunk = hunks.find(({ before, after }) => count(after, word) !== count(before, word));
  const changed = hunk?.after.code.tokens.findIndex((_, at) => lineAt(hunk.after, at).isChanged) ?? -1;
  const line = hunk ? lineAt(hunk.after, Math.max(0, changed)).number : 0;
  return [
    {
      kind: 'latency-inversion',
      severity: 'warning',
      trace: ['usb_hcd_giveback_urb', 'usb_giveback_urb_bh', trace, 'complete(): hid_irq_in [late]'],
      where: { file: HCD, line },
      because,
    },
  ];
}

function count({ code }: Side, word: string): number {
  return code.tokens.filter(({ text }) => text === word).length;
}
