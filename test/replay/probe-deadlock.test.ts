import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { probeDeadlock } from '../../src/replay/probe-deadlock.ts';
import { ehciOf, hcdOf, modelOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();

/** The drop removed and the flag forgotten. */
function withoutDrop(hcd: Hcd): Hcd {
  return { ...hcd, giveback: { ...hcd.giveback, lockHeld: true, lockDropped: false } };
}

function deadlocks(before: Hcd, after: Hcd): readonly string[] {
  return probeDeadlock(modelOf(before, after), SETTINGS, 1)
    .filter((probed) => probed.after !== null)
    .map((probed) => probed.workload);
}

describe('a probe for deadlock', () => {
  test('with the lock held and no HCD_BH is shown by HID, and never by storage', () => {
    const shown = deadlocks(hcdOf(), withoutDrop(hcdOf()));
    expect(shown).toContain('hid');
    expect(shown).not.toContain('storage');
  });

  test('names the lock and the way to it', () => {
    const [hid] = probeDeadlock(modelOf(hcdOf(), withoutDrop(hcdOf())), SETTINGS, 1);
    expect(hid?.before).toBeNull();
    expect(hid?.after?.lock).toBe('xhci->lock');
    expect(hid?.after?.trace.at(-1)).toMatch(/spin_lock|xhci_urb_enqueue/);
  });

  test.each([
    ['the flag set as well', withBh(hcdOf())],
    ['the drop kept', hcdOf()],
    ['both', { ...withBh(hcdOf()), giveback: { ...withBh(hcdOf()).giveback, lockDropped: true } }],
  ])('with %s shows nothing', (_, after) => {
    expect(deadlocks(hcdOf(), after)).toEqual([]);
  });

  test('works for a threaded handler and for EHCI too', () => {
    expect(deadlocks(ehciOf(), withoutDrop(ehciOf()))).toContain('hid');
    const threaded = hcdOf({ irq: { ...hcdOf().irq, type: 'threaded' } });
    expect(deadlocks(threaded, withoutDrop(threaded))).toContain('hid');
  });
});
