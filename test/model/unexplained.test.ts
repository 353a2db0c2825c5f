import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import { fileDiff, modelOf, PROFILES, seriesOf } from './series-of.ts';

const RING = 'drivers/usb/host/xhci-ring.c';
const BASE = `static int count_trbs(struct ring *ring, int limit)
{
	int count = 0;

	while (count < limit && !is_last(ring))
		count++;
	if (count == limit)
		pr_warn("ring is full\\n");
	return count;
}

static void kick(struct ring *ring)
{
	writel(ring->next, &ring->doorbell);
}
`;

describe('no change to the model', () => {
  const check = (name: string, after: string): void => {
    test(name, () => {
      const { changes, unmodelled, before, after: then } = modelOf(RING, BASE, after);
      expect({ changes, unmodelled }).toEqual({ changes: [], unmodelled: [] });
      expect(then).toEqual(before);
    });
  };

  check('a comment', BASE.replace('\tint count', '\t/* never negative */\n\tint count'));
  check('another indentation', BASE.replaceAll('\t', '    '));
  check('a broken line', BASE.replace('while (count < limit && ', 'while (count < limit &&\n\t\t'));
  check('a message', BASE.replace('\twritel', '\tpr_debug("kick %p\\n", ring);\n\twritel'));
  check('the words of a message', BASE.replace('ring is full', 'no room'));
  check('a trace', BASE.replace('\twritel', '\ttrace_xhci_ring_kick(ring);\n\twritel'));
  check(
    'an annotation for sparse',
    BASE.replace(
      'struct ring *ring)\n{\n\twritel',
      'struct ring *ring)\n\t__must_hold(&ring->lock)\n{\n\twritel',
    ),
  );
  check('a renamed variable', BASE.replaceAll('count', 'trbs').replace('trbs_trbs', 'count_trbs'));
  check('a renamed function', BASE.replace('kick(', 'ring_doorbell('));
  check('an include', `#include <linux/usb.h>\n${BASE}`);
  check('code that never was compiled', BASE.replace('\twritel', '#if 0\n\tudelay(10);\n#endif\n\twritel'));
});

describe('a change that is not known', () => {
  const check = (name: string, after: string): void => {
    test(name, () => {
      const { changes, unmodelled } = modelOf(RING, BASE, after);
      expect(changes).toEqual([]);
      expect(unmodelled.map(({ file }) => file)).toEqual([RING]);
    });
  };

  check('a condition', BASE.replace('count < limit', 'count <= limit'));
  check('a call', BASE.replace('\twritel', '\tudelay(10);\n\twritel'));
  check('another function that is called', BASE.replace('is_last(ring)', 'is_first(ring)'));
  check('another member that is read', BASE.replace('ring->next', 'ring->prev'));
  check(
    'a message that counts',
    BASE.replace('pr_warn("ring is full\\n")', 'pr_warn("full %d\\n", ring->full++)'),
  );
  check(
    'a message that reads a register',
    BASE.replace('pr_warn("ring is full\\n")', 'pr_warn("full %x\\n", readl(&ring->doorbell))'),
  );
  check(
    'an if that loses its message and takes the next statement',
    BASE.replace('\t\tpr_warn("ring is full\\n");\n', ''),
  );
  check('another type', BASE.replace('int count = 0', 'unsigned count = 0'));
  check(
    'a statement that moves',
    BASE.replace('\tint count = 0;\n\n', '').replace(
      '\tif (count == limit)',
      '\tint count = 0;\n\tif (count == limit)',
    ),
  );
});

test('it is quoted with its function and its line', () => {
  const { unmodelled } = modelOf(RING, BASE, BASE.replace('count++', 'count += 2'));
  expect(unmodelled[0]?.why).toBe('no known pattern: count_trbs(), line 6: "count++;"');
});

test('a file outside of USB is said to be unknown, beside one that is known', () => {
  const files = [
    fileDiff(RING, BASE, BASE.replace('0;', '1;')),
    fileDiff('net/core/dev.c', BASE, BASE.replace('0;', '1;')),
    fileDiff('Documentation/usb/rings.rst', 'a\n', 'b\n'),
    fileDiff('drivers/usb/host/Kconfig', 'a\n', 'b\n'),
  ];
  const { unmodelled } = deriveModel(seriesOf([files]), PROFILES, []) ?? { unmodelled: [] };
  expect(unmodelled.map(({ file }) => file)).toEqual([RING, 'net/core/dev.c', 'drivers/usb/host/Kconfig']);
  expect(unmodelled[1]?.why).toContain('not a driver the model knows');
});

test('a patch to nothing the model knows has no model', () => {
  const series = seriesOf([[fileDiff('net/core/dev.c', BASE, BASE.replace('0;', '1;'))]]);
  expect(deriveModel(series, PROFILES, ['with tasklet', 'without tasklet'])).toBeNull();
});

test('a file that only changes its name is no change', () => {
  const moved = fileDiff('drivers/usb/host/xhci-rings.c', BASE, BASE, RING);
  expect(deriveModel(seriesOf([[moved]]), PROFILES, [])).toMatchObject({ changes: [], unmodelled: [] });
});
