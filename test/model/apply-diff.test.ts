import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySeries } from '../../src/model/apply-diff.ts';
import { memoryTree } from './memory-tree.ts';
import { fileDiff, seriesOf } from './series-of.ts';

const PATH = 'drivers/usb/host/xhci.c';
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index + 1};`);
const BEFORE = numbered(40).join('\n');
const AFTER = BEFORE.replace('line 20;', 'line twenty;');
const { patches } = seriesOf([[fileDiff(PATH, BEFORE, AFTER)]]);

describe('a series put into a tree', () => {
  test('changes the file and leaves the tree as it was', () => {
    const tree = memoryTree({ [PATH]: BEFORE });
    const patched = applySeries(tree, patches);
    expect(patched).toMatchObject({ refused: [], loose: [] });
    expect(patched.tree.read(PATH)).toBe(AFTER);
    expect(tree.read(PATH)).toBe(BEFORE);
  });

  test('finds its lines some way off', () => {
    const shifted = `${numbered(30)
      .map((line) => `new ${line}`)
      .join('\n')}\n`;
    const patched = applySeries(memoryTree({ [PATH]: shifted + BEFORE }), patches);
    expect(patched.tree.read(PATH)).toBe(shifted + AFTER);
  });

  test('takes lines whose spaces a mail program folded, and keeps the spaces of the tree', () => {
    const spaced = BEFORE.replaceAll('line ', 'line\t\t');
    const patched = applySeries(memoryTree({ [PATH]: spaced }), patches);
    expect(patched.loose).toEqual([PATH]);
    expect(patched.tree.read(PATH)).toBe(spaced.replace('line\t\t20;', 'line twenty;'));
  });

  test('says which hunk finds no place, and leaves that file alone', () => {
    const other = BEFORE.replace('line 18;', 'something else;');
    const patched = applySeries(memoryTree({ [PATH]: other }), patches);
    expect(patched.refused).toEqual([{ path: PATH, hunk: 1, why: 'its lines are not in the file' }]);
    expect(patched.tree.read(PATH)).toBe(other);
  });

  test('says that a file is missing', () => {
    expect(applySeries(memoryTree({}), patches).refused).toEqual([
      { path: PATH, hunk: 0, why: 'the tree has no such file' },
    ]);
  });

  test('brings new files into the list and takes renamed ones out', () => {
    const made = fileDiff('drivers/usb/host/xhci-new.c', '', 'int a;\n');
    const moved = fileDiff('drivers/usb/host/xhci-moved.c', BEFORE, AFTER, PATH);
    const { tree, refused } = applySeries(memoryTree({ [PATH]: BEFORE }), seriesOf([[made, moved]]).patches);
    expect(refused).toEqual([]);
    expect(tree.list('drivers/usb/host/')).toEqual([
      'drivers/usb/host/xhci-moved.c',
      'drivers/usb/host/xhci-new.c',
    ]);
    expect(tree.read(PATH)).toBeNull();
  });

  test('applies one patch after the other', () => {
    const last = AFTER.replace('line 22;', 'line twenty-two;');
    const two = seriesOf([[fileDiff(PATH, BEFORE, AFTER)], [fileDiff(PATH, AFTER, last)]]);
    expect(applySeries(memoryTree({ [PATH]: BEFORE }), two.patches).tree.read(PATH)).toBe(last);
  });

  test.each([
    '../outside.c',
    'drivers/../../outside.c',
    '/etc/passwd',
    '.git/config',
    'drivers/.GIT/config',
    '.gitmodules',
    'drivers/.gitattributes',
    '-rf',
    'drivers/--upload-pack=x/a.c',
    'drivers//a.c',
    'drivers/us\u200cb/a.c',
    'nowhere/a.c',
    `drivers/${'a/'.repeat(30)}a.c`,
    `drivers/${'a'.repeat(300)}.c`,
  ])('refuses "%s" before looking for it', (path) => {
    const looked: string[] = [];
    const read = (asked: string): string => {
      looked.push(asked);
      return BEFORE;
    };
    const tree = { read, list: () => [] };
    const { refused } = applySeries(tree, seriesOf([[{ ...fileDiff(PATH, BEFORE, AFTER), path }]]).patches);
    expect(refused).toEqual([{ path, hunk: 0, why: 'not a path of a kernel source' }]);
    expect(looked).toEqual([]);
  });

  test('makes any text of any other', () => {
    const text = fc.array(fc.constantFrom('a;', 'b;', '', '}', 'spin_lock(&l);'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [from, to] = [before.join('\n'), after.join('\n')];
        const series = seriesOf([[fileDiff(PATH, `${from}\n`, `${to}\n`)]]);
        const patched = applySeries(memoryTree({ [PATH]: `${from}\n` }), series.patches);
        expect(patched.refused).toEqual([]);
        expect(patched.tree.read(PATH)).toBe(`${to}\n`);
      }),
    );
  });
});
