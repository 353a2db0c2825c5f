import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import { oldBlobsOf, pathsOf, type TreeBase, type TreeTrial } from '../../src/model/tree-use.ts';
import { CORE, driverTree } from './driver-tree.ts';
import { memoryTree, parseC } from './memory-tree.ts';
import { fileDiff, PROFILES, seriesOf } from './series-of.ts';
import { XHCI, XHCI_RING } from './sources.ts';

const BASE: TreeBase = { how: 'tag', name: 'v6.1', commit: 'f'.repeat(40), date: null, ageDays: 3 };
const OLDER: TreeBase = { ...BASE, name: 'v6.0' };
const trial = (told: Partial<TreeTrial> = {}): TreeTrial => ({
  base: BASE,
  refusedByGit: [],
  appliesOn: null,
  basesTried: 0,
  ...told,
});
const before = driverTree();
const flagless = fileDiff(XHCI, before[XHCI] ?? '', driverTree({ flags: 'HCD_USB3' })[XHCI] ?? '');
const modelOn = (files: Readonly<Record<string, string>>, told: Partial<TreeTrial> = {}) =>
  deriveModel(seriesOf([[flagless]]), PROFILES, [], {
    tree: memoryTree(files),
    parseC,
    trial: trial(told),
  });

describe('the tree of a model', () => {
  test('is named when the series was read in it', () => {
    expect(modelOn(before)).toMatchObject({
      source: 'tree',
      tree: { ...BASE, refused: [], appliesOn: null, basesTried: 0 },
    });
  });

  test('that does not take the series leaves it to the diff, and says why and where it applies', () => {
    const other = { ...before, [XHCI]: before[XHCI]?.replace('HCD_BH', 'HCD_OLD') ?? '' };
    const model = modelOn(other, { appliesOn: OLDER, basesTried: 2 });
    expect(model).toMatchObject({ source: 'diff', tree: { name: 'v6.1', appliesOn: OLDER, basesTried: 2 } });
    expect(model?.tree?.refused).toMatchObject([{ path: XHCI, hunk: 1 }]);
  });

  test('that is not as expected says where', () => {
    const model = deriveModel(
      seriesOf([[fileDiff(CORE, before[CORE] ?? '', `${before[CORE]}int a;\n`)]]),
      PROFILES,
      [],
      {
        tree: memoryTree(driverTree({ flags: 'HCD_USB3' })),
        parseC,
        trial: trial(),
      },
    );
    expect(model?.tree?.differences).toMatchObject([{ what: 'HCD_BH', expected: 'true', found: 'false' }]);
  });

  test('with a function nobody can read forbids to be sure', () => {
    const deep = `static void odd(struct urb *urb)\n{\n\tif ${'('.repeat(5000)}1${')'.repeat(5000)}\n\t\tusb_hcd_giveback_urb(a, urb, 0);\n}\n`;
    const model = modelOn({ ...before, [XHCI_RING]: `${deep}${before[XHCI_RING]}` });
    expect(model).toMatchObject({
      source: 'tree',
      unmodelled: [{ file: XHCI_RING, why: 'odd() gives back, and could not be read' }],
    });
  });

  test('that git does not patch leaves it to the diff', () => {
    const refusedByGit = [{ path: '', hunk: 0, why: 'git apply: patch failed' }];
    expect(modelOn(before, { refusedByGit })).toMatchObject({
      source: 'diff',
      tree: { refused: refusedByGit },
    });
  });

  test('without the driver says that', () => {
    const touched = fileDiff(CORE, before[CORE] ?? '', `${before[CORE]}int a;\n`);
    const core = { [CORE]: before[CORE] ?? '' };
    const source = { tree: memoryTree(core), parseC, trial: trial() };
    const model = deriveModel(seriesOf([[touched]]), PROFILES, [], source);
    expect(model).toMatchObject({ source: 'diff', driverFrom: 'default' });
    expect(model?.tree?.refused).toMatchObject([{ hunk: 0, why: 'the tree has no driver xhci' }]);
  });

  test('is not there without one', () => {
    expect(deriveModel(seriesOf([[flagless]]), PROFILES, [])?.tree).toBeNull();
  });
});

describe('what a series asks a tree for', () => {
  const renamed = { ...fileDiff('drivers/usb/b.c', 'a\n', 'b\n', 'drivers/usb/a.c'), oldBlob: '1111111' };
  const again = { ...fileDiff('drivers/usb/b.c', 'b\n', 'c\n'), oldBlob: '2222222' };
  const hostile = { ...fileDiff('../a.c', 'a\n', 'b\n'), oldBlob: '3333333' };
  const { patches } = seriesOf([[renamed, hostile], [again]]);

  test('are the paths it reads and writes, and no other', () => {
    expect(pathsOf(patches)).toEqual(['drivers/usb/a.c', 'drivers/usb/b.c']);
  });

  test('are the texts it begins with', () => {
    expect([...oldBlobsOf(patches)]).toEqual([['drivers/usb/a.c', '1111111']]);
  });
});
