import { describe, expect, test } from 'vitest';
import { type Trait, traitOf, withTrait } from '../../src/model/configuration.ts';
import { hcdOf } from '../../src/model/hcd-profile.ts';
import { PROFILES, profileOf } from './series-of.ts';

describe('a label', () => {
  const check = (label: string, expected: Trait | null): void => {
    test(`"${label}" is ${expected ?? 'no configuration'}`, () => {
      expect(traitOf(label)).toBe(expected);
    });
  };

  check('xhci with tasklet', 'tasklet');
  check('xhci without tasklet', 'hardirq');
  check('no tasklet', 'hardirq');
  check('using interrupt threaded handler(default)', 'threaded-irq');
  check('using tasklet(#undef USE_THREADED_IRQ)', 'tasklet');
  check('using hard interrupt handler(by removing HCD_BH in the driver )', 'hardirq');
  check('hardirq giveback', 'hardirq');
  check('BH workqueue', 'bh-workqueue');
  check('kmalloc', 'cached');
  check('usb_alloc_coherent', 'coherent');
  check('non-coherent memory', 'cached');
  check("don't use coherent buffers", 'cached');
  check('from usb_alloc_coherent to kmalloc', 'cached');
  check('from kmalloc to usb_alloc_coherent', 'coherent');
  check('calling skb_queue_tail()', 'skb-queued');
  check('jump to rx_cleanup directly', 'skb-direct');
  check('jump there instead of calling skb_queue_tail', 'skb-direct');
  check('hard handler or tasklet handler', null);
  check('in the tasklet or in a tasklet', 'tasklet');
  check('before', null);
  check('with patch', null);
  check('', null);
});

describe('a configuration', () => {
  test('with the tasklet has the flag and keeps the lock', () => {
    const { hcdBh, giveback } = withTrait(hcdOf(profileOf('ohci')), 'tasklet', profileOf('ohci'));
    expect([hcdBh, giveback.context, giveback.lockDropped, giveback.lockHeld]).toEqual([
      true,
      'tasklet',
      false,
      false,
    ]);
  });

  test('in hardirq has no flag and drops the lock', () => {
    const { hcdBh, giveback } = withTrait(hcdOf(profileOf('xhci')), 'hardirq', profileOf('xhci'));
    expect([hcdBh, giveback.context, giveback.lockDropped]).toEqual([false, 'hardirq', true]);
  });

  test('of no profile deadlocks', () => {
    for (const profile of PROFILES)
      for (const trait of ['tasklet', 'hardirq', 'threaded-irq', 'bh-workqueue'] as const)
        expect(withTrait(hcdOf(profile), trait, profile).giveback.lockHeld).toBe(false);
  });
});
