import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import { NOWHERE } from '../../src/problem.ts';
import type { DiffLine, FileDiff } from '../../src/series/series.ts';
import { PROFILES, seriesOf } from './series-of.ts';
import { XHCI_RING } from './sources.ts';

const WORDS = [
  'spin_unlock',
  'spin_lock',
  'usb_hcd_giveback_urb',
  '(',
  ')',
  '{',
  '}',
  ';',
  '&l',
  ',',
  '.flags',
  '=',
  'HCD_BH',
  '|',
].concat([
  '/*',
  '*/',
  '"',
  "'",
  '#if 0',
  '#endif',
  '\\',
  'static void f',
  'usb_alloc_coherent',
  'kmalloc',
  'transfer_dma',
  '->',
]);

function diffOf(lines: readonly DiffLine[]): FileDiff {
  const hunk = {
    oldStart: 1,
    oldLines: lines.length,
    newStart: 1,
    newLines: lines.length,
    section: '',
    lines,
    at: NOWHERE,
  };
  const said = { oldPath: null, oldBlob: null, mode: null, isBinary: false };
  return { path: XHCI_RING, ...said, added: 0, removed: 0, hunks: [hunk] };
}

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text, at: NOWHERE });

test('any diff gives a model, and the same one twice', () => {
  const kind = fc.constantFrom<DiffLine['kind']>('+', '-', ' ');
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
  const anyLine = fc.record({ kind, text, at: fc.constant(NOWHERE) });
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
      const series = seriesOf([[diffOf(lines)]]);
      expect(deriveModel(series, PROFILES, [])).toEqual(deriveModel(series, PROFILES, []));
    }),
    { numRuns: 300 },
  );
});

/** Each of these would take minutes with a search that starts over for every word. */
describe('a diff that is made to be slow is read all the same', () => {
  const check = (name: string, text: string, kind: DiffLine['kind'] = '-'): void => {
    test(name, { timeout: 20_000 }, () => {
      const lines = Array.from({ length: 15_000 }, () => line(kind, text));
      expect(deriveModel(seriesOf([[diffOf(lines)]]), PROFILES, [])?.driver).toBe('xhci');
    });
  };

  check('functions without an end', 'int f(void) {');
  check('calls within calls', 'spin_lock(spin_unlock(');
  check('givebacks and locks without number', 'spin_unlock(&l); usb_hcd_giveback_urb(a); spin_lock(&m);');
  check('flags without an end', '.flags = HCD_A | HCD_B |');
  check('addresses without an end', 'a transfer_dma = b kmalloc(c) usb_alloc_coherent(d)');
  check('handlers that sleep without end', 'void a_cb(struct urb *u) { GFP_KERNEL GFP_NOIO', '+');
  check('comments without an end', '/* /* /* " " \' \'');
  check('attributes without an end', 'int f(void) __a __b(c) __must_hold(d)');
});

test('a file with more lines than are read is said to be too large', () => {
  const lines = Array.from({ length: 20_001 }, () => line('-', 'a;'));
  const model = deriveModel(seriesOf([[diffOf(lines)]]), PROFILES, []);
  expect(model?.unmodelled).toEqual([{ file: XHCI_RING, why: 'more than 20000 lines of diff' }]);
});
