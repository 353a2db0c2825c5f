import { describe, expect, it } from 'vitest';
import { readDirection } from '../../src/claims/direction.ts';
import { namesSide, rankLabel } from '../../src/claims/sides.ts';
import { threadOf } from './thread-of.ts';

/** The label of the state before among these, by the words of the labels and of the subject. */
function stateBefore(subject: string, ...labels: readonly string[]): string | undefined {
  const direction = readDirection(threadOf(subject));
  const ranks = labels.map((label) =>
    rankLabel(
      label,
      labels.filter((one) => one !== label),
      direction,
    ),
  );
  return labels[ranks.indexOf(Math.min(...ranks))];
}

describe('rankLabel', () => {
  it.each([
    ['usb: frob: speed up', 'with patch', 'without patch', 'without patch'],
    ['usb: frob: speed up', 'patched', 'vanilla 6.1', 'vanilla 6.1'],
    ['usb: frob: speed up', 'patch not applied', 'patch applied', 'patch not applied'],
    ["usb: frob: Don't use coherent buffers", 'kmalloc', 'usb_alloc_coherent', 'usb_alloc_coherent'],
    [
      'usb: jump to cleanup instead of calling frob_queue_tail',
      'jump to cleanup',
      'calling frob_queue_tail()',
      'calling frob_queue_tail()',
    ],
    ['Revert "frob: poll"', 'with revert', 'original', 'original'],
    ['usb: frob: run giveback in tasklet context', 'tasklet', 'hard handler', 'hard handler'],
  ])('of "%s" puts the state before first', (subject, one, other, expected) => {
    expect(stateBefore(subject, one, other)).toBe(expected);
  });

  it('takes the current state for the one after when the letters report a regression', () => {
    expect(stateBefore('Performance drop in frob', 'current limit', 'limit of 8')).toBe('limit of 8');
    expect(stateBefore('frob: raise the limit', 'current limit', 'limit of 8')).toBe('current limit');
  });
});

describe('namesSide', () => {
  const direction = readDirection(threadOf('usb: frob: speed up'));

  it.each(['Before', 'without this patch', 'With v11 applied', 'Baseline (v6.19)', 'iperf3 with the patch'])(
    'is true of "%s"',
    (label) => {
      expect(namesSide(label, direction)).toBe(true);
    },
  );

  it.each(['Test results', 'Tested with a camera', 'RX', 'full-speed (12 Mbps) with device 2.0'])(
    'is false of "%s"',
    (label) => {
      expect(namesSide(label, direction)).toBe(false);
    },
  );
});
