import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../src/model/c-calls.ts';
import { deriveModel } from '../../../src/model/derive-model.ts';
import { findDrops } from '../../../src/model/patterns/lock-dropping.ts';
import { fileDiff, modelOf, PROFILES, seriesOf } from '../series-of.ts';
import { givebackSource, XHCI_RING } from '../sources.ts';

const GIVEBACK = 'usb_hcd_giveback_urb(hcd, urb, 0);';

describe('the lock around a giveback', () => {
  const check = (name: string, body: string, expected: string | null): void => {
    test(name, () => {
      const code = codeOf(`static void f(void)\n{\n${body}\n}\n`.split('\n'));
      expect(findDrops(code).map(({ drop }) => drop?.lock ?? null)).toEqual([expected]);
    });
  };

  check('is dropped', `spin_unlock(&a->lock); ${GIVEBACK} spin_lock(&a->lock);`, 'a->lock');
  check(
    'is dropped with interrupts restored',
    `spin_unlock_irqrestore(&a->lock, f); ${GIVEBACK} spin_lock_irqsave(&a->lock, f);`,
    'a->lock',
  );
  check('is dropped around a loop', `spin_unlock(l); list_for_each(x) { ${GIVEBACK} } spin_lock(l);`, 'l');
  check('is held', GIVEBACK, null);
  check('is not dropped by another lock', `spin_unlock(&a->lock); ${GIVEBACK} spin_lock(&b->lock);`, null);
  check('is not dropped when it is not taken again', `spin_unlock(&a->lock); ${GIVEBACK}`, null);
  check(
    'is not dropped by an unlock that returned',
    `if (x) { spin_unlock(l); return; } ${GIVEBACK} spin_lock(l);`,
    null,
  );
  check('is not dropped by a condition', `if (x) spin_unlock(l); ${GIVEBACK} if (x) spin_lock(l);`, null);
  check(
    'is not dropped when it is taken before',
    `spin_unlock(l); spin_lock(l); ${GIVEBACK} spin_unlock(l); spin_lock(l);`,
    null,
  );
  check('is not dropped in a comment', `/* spin_unlock(l); */ ${GIVEBACK} // spin_lock(l);`, null);
});

describe('a change of the drop', () => {
  const check = (name: string, before: string, after: string, kinds: readonly string[]): void => {
    test(name, () => {
      const { changes, unmodelled } = modelOf(XHCI_RING, before, after);
      expect(changes.map(({ kind }) => kind)).toEqual(kinds);
      expect(unmodelled).toEqual([]);
    });
  };
  const dropped = givebackSource('dropped');
  const held = givebackSource('held');
  const filler = Array.from(
    { length: 9 },
    (_, n) => `static int filler_${n}(int x)\n{\n\treturn x + ${n};\n}\n`,
  ).join('\n');

  check('is seen when it goes', dropped, held, ['lock-drop-removed']);
  check('is seen when it comes', held, dropped, ['lock-drop-added']);
  check('is not a moved function', `${dropped}\n${filler}`, `${filler}\n${dropped}`, []);
  check('is not a renamed function', dropped, givebackSource('dropped', 'xhci_hand_back'), []);
  check('is seen in a function that is renamed with it', dropped, givebackSource('held', 'xhci_hand_back'), [
    'lock-drop-removed',
  ]);
  check(
    'is not another layout',
    dropped,
    dropped.replace('spin_unlock(&xhci->lock);', 'spin_unlock(\n\t\t&xhci->lock);'),
    [],
  );
  check(
    'is not a comment that tells of one',
    held,
    held.replace('\tusb_hcd_give', '\t/* spin_unlock(&xhci->lock); */\n\tusb_hcd_give'),
    [],
  );
  check('is not a trace', held, held.replace('\tnote_done', '\ttrace_xhci_done(urb);\n\tnote_done'), []);
});

test('a drop that moves to the caller is not known, and no deadlock', () => {
  const caller = (call: string): string =>
    `static void scan(struct xhci_hcd *xhci)\n{\n\tint left = 1;\n\n\twhile (left) {\n\t\tleft = next(xhci);\n${call}\t}\n}\n`;
  const call = '\t\txhci_giveback_urb_in_irq(xhci, done, 0);\n';
  const before = `${givebackSource('dropped')}\n${caller(call)}`;
  const after = `${givebackSource('held')}\n${caller(`\t\tspin_unlock(&xhci->lock);\n${call}\t\tspin_lock(&xhci->lock);\n`)}`;
  const { changes, hazards, unmodelled } = modelOf(XHCI_RING, before, after);
  expect([changes, hazards]).toEqual([[], []]);
  expect(unmodelled).toHaveLength(1);
});

test('the removed unlock is the evidence', () => {
  const before = givebackSource('dropped');
  const [change] = modelOf(XHCI_RING, before, givebackSource('held')).changes;
  expect(change?.evidence).toBe('spin_unlock(&xhci->lock);');
  expect(before.split('\n')[(change?.line ?? 0) - 1]).toBe('\tspin_unlock(&xhci->lock);');
  expect(change?.from).toContain('xhci->lock');
});

test('a drop that a later patch puts back is no change of the series', () => {
  const there = fileDiff(XHCI_RING, givebackSource('dropped'), givebackSource('held'));
  const back = fileDiff(XHCI_RING, givebackSource('held'), givebackSource('dropped'));
  const model = deriveModel(seriesOf([[there], [back]]), PROFILES, []);
  expect(model?.changes).toEqual([]);
  expect(model?.hazards).toEqual([]);
});

test('the drop of a dequeue path is not that of the giveback path', () => {
  const name = 'xhci_urb_dequeue';
  const model = modelOf(XHCI_RING, givebackSource('dropped', name), givebackSource('held', name));
  expect(model.changes).toEqual([]);
  expect(model.hazards).toEqual([]);
  expect(model.unmodelled).toHaveLength(1);
});

test('the drop of a gadget is not that of the host', () => {
  const gadget = (style: 'dropped' | 'held'): string =>
    givebackSource(style, 'musb_g_giveback').replace(
      'usb_hcd_giveback_urb(hcd, urb, status)',
      'usb_gadget_giveback_request(ep, req)',
    );
  const model = modelOf('drivers/usb/musb/musb_gadget.c', gadget('dropped'), gadget('held'));
  expect(model.changes).toEqual([]);
  expect(model.unmodelled).toHaveLength(1);
});
