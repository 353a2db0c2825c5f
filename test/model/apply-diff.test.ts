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
    expect(patched.refused).toEqual([
      { path: PATH, hunk: 1, why: 'the file has no line "line 18;", expected at line 18' },
    ]);
    expect(patched.tree.read(PATH)).toBe(other);
  });

  test('says that the lines are there in another order', () => {
    const other = BEFORE.replace('line 18;\nline 19;', 'line 19;\nline 18;');
    expect(applySeries(memoryTree({ [PATH]: other }), patches).refused).toEqual([
      { path: PATH, hunk: 1, why: 'its lines are in the file, but not one below the other' },
    ]);
  });

  test('takes a deleted file away', () => {
    const gone = applySeries(
      memoryTree({ [PATH]: `${BEFORE}\n` }),
      seriesOf([[fileDiff(PATH, `${BEFORE}\n`, '')]]).patches,
    );
    expect(gone.refused).toEqual([]);
    expect(gone.tree.read(PATH)).toBeNull();
    expect(gone.tree.list('drivers/')).toEqual([]);
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
    expect(tree.read('drivers/usb/host/xhci-new.c')).toBe('int a;\n');
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

  test.each([
    ['a symbolic link', { mode: '120000' }, 'mode 120000: only plain files are patched'],
    ['another repository', { mode: '160000' }, 'mode 160000: only plain files are patched'],
    ['a mode that is none', { mode: '777777' }, 'mode 777777: only plain files are patched'],
    ['a binary file', { isBinary: true }, 'a binary patch is not unpacked'],
    ['a file from outside', { oldPath: '../../etc/passwd' }, 'not a path of a kernel source'],
  ])('refuses %s', (_, told, why) => {
    const { refused } = applySeries(
      memoryTree({ [PATH]: BEFORE }),
      seriesOf([[{ ...fileDiff(PATH, BEFORE, AFTER), ...told }]]).patches,
    );
    expect(refused).toEqual([{ path: PATH, hunk: 0, why }]);
  });

  test('refuses more than a series of a driver has, as a whole', () => {
    const many = seriesOf(Array.from({ length: 101 }, () => []));
    expect(applySeries(memoryTree({}), many.patches).refused).toEqual([
      { path: '', hunk: 0, why: '101 patches: more than a series of a driver has' },
    ]);
    const long = fileDiff(PATH, 'a\n', `${'b'.repeat(10_001)}\n`);
    expect(applySeries(memoryTree({ [PATH]: 'a\n' }), seriesOf([[long]]).patches).refused).toEqual([
      { path: '', hunk: 0, why: 'a line of more than 10000 characters' },
    ]);
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
