import { afterAll, describe, expect, test } from 'vitest';
import { openGitTree } from '../../../src/adapters/git/git-tree.ts';
import type { TreeTrial } from '../../../src/model/tree-use.ts';
import type { Patch } from '../../../src/series/series.ts';
import { fileDiff, seriesOf } from '../../model/series-of.ts';
import { makeRepository } from './trapped-repository.ts';

const FILE = 'drivers/usb/host/xhci.c';
const OTHER = 'include/linux/usb.h';
const text = (what: string): string =>
  `${Array.from({ length: 20 }, (_, index) => (index === 9 ? what : `line ${index};`)).join('\n')}\n`;

const repository = makeRepository();
const { git } = repository;
const first = repository.commit({ [FILE]: text('one;'), [OTHER]: text('h;') }, '2019-03-01');
git(['tag', '-a', 'v5.0', '-m', 'five'], '2019-03-03');
const blob = git(['rev-parse', `HEAD:${FILE}`]);
repository.commit({ [FILE]: text('two;') }, '2019-05-01');
git(['tag', '-a', 'v5.1', '-m', 'five one'], '2019-05-05');
const between = repository.commit({ [FILE]: text('between;') }, '2019-05-20');
const betweenBlob = git(['rev-parse', `HEAD:${FILE}`]);
repository.commit({ [FILE]: 'no line end' }, '2019-06-01');
repository.plantTraps();
afterAll(repository.remove);

interface Told {
  readonly baseCommit?: string;
  readonly namedBases?: readonly string[];
  readonly oldBlob?: string;
  readonly date?: string;
}

const patchOf = (from: string, to: string, oldBlob: string | null = null): readonly Patch[] =>
  seriesOf([[{ ...fileDiff(FILE, from, to), oldBlob }]]).patches;

async function trialOf(
  told: Told,
  patches = patchOf(text('one;'), text('1;'), told.oldBlob),
): Promise<TreeTrial> {
  const { trial } = await openGitTree({
    repository: repository.work,
    folders: ['drivers/usb/'],
    baseCommit: told.baseCommit ?? null,
    namedBases: told.namedBases ?? [],
    date: told.date ?? null,
    patches,
  });
  return trial;
}

describe('the base of a series', () => {
  test.each<[string, Told, object]>([
    [
      'is the base-commit before all else',
      { baseCommit: first, namedBases: ['v5.1'], date: '2019-06-02' },
      { how: 'base-commit', name: first.slice(0, 12), commit: first, ageDays: 93 },
    ],
    [
      'is a release the mail names',
      { namedBases: ['v4.4', 'v5.0'] },
      { how: 'named', name: 'v5.0', commit: first },
    ],
    [
      'is a commit the mail names by its first digits',
      { namedBases: [between.slice(0, 12)], date: '2019-05-21' },
      { how: 'named', name: between.slice(0, 12), commit: between, ageDays: 1 },
    ],
    [
      'is the release that has the texts of the index lines',
      { oldBlob: blob.slice(0, 10), date: '2019-06-02' },
      { how: 'index-lines', name: 'v5.0', commit: first },
    ],
    [
      'has the texts of the index lines, when no release has them',
      { oldBlob: betweenBlob.slice(0, 10), date: '2019-05-21' },
      { how: 'index-lines', name: "the index lines' texts over v5.1" },
    ],
    [
      'is the newest release before the mail',
      { date: '2019-05-08' },
      { how: 'tag', name: 'v5.1', ageDays: 3 },
    ],
    [
      'is no release that nobody knows',
      {
        baseCommit: 'f'.repeat(40),
        namedBases: ['v9.9', '--output=x', 'a..b'],
        oldBlob: 'ffffffffff',
        date: '2019-05-08',
      },
      { how: 'tag', name: 'v5.1' },
    ],
    ['is the head where nothing tells', {}, { how: 'head', name: 'HEAD', ageDays: null }],
  ])('%s', async (_, told, base) => {
    expect((await trialOf(told)).base).toMatchObject(base);
  });
});

describe('a series on its base', () => {
  test('is taken by our applier and by git', async () => {
    expect(await trialOf({ namedBases: ['v5.0'] })).toMatchObject({
      refusedByGit: [],
      appliesOn: null,
      basesTried: 0,
    });
  });

  test('is taken with a new file, a removed one and a moved one', async () => {
    const made = fileDiff('drivers/usb/host/new.c', '', 'int a;\n');
    const gone = fileDiff(OTHER, text('h;'), '');
    const moved = fileDiff('drivers/usb/host/moved.c', text('one;'), text('1;'), FILE);
    const { patches } = seriesOf([[made], [gone, moved]]);
    expect(await trialOf({ namedBases: ['v5.0'] }, patches)).toMatchObject({
      refusedByGit: [],
      basesTried: 0,
    });
  });

  test('is taken although a mail program folded its spaces', async () => {
    const folded = patchOf(
      text('one;').replaceAll('line ', 'line  '),
      text('1;').replaceAll('line ', 'line  '),
    );
    expect(await trialOf({ namedBases: ['v5.0'] }, folded)).toMatchObject({
      refusedByGit: [],
      basesTried: 0,
    });
  });

  test('that does not apply is said to apply to the nearest release', async () => {
    expect(await trialOf({ namedBases: ['v5.1'] })).toMatchObject({
      base: { name: 'v5.1' },
      appliesOn: { how: 'tag', name: 'v5.0', commit: first },
      basesTried: 1,
    });
  });

  test('that applies nowhere says how many were tried', async () => {
    const nowhere = patchOf(text('nobody;'), text('x;'));
    expect(await trialOf({ namedBases: ['v5.1'] }, nowhere)).toMatchObject({
      appliesOn: null,
      basesTried: 1,
    });
  });

  test('that git refuses is refused, in the words of git', async () => {
    const cut = patchOf('no line end\n', 'a line end\n');
    const { refusedByGit } = await trialOf({}, cut);
    expect(refusedByGit).toMatchObject([
      { path: '', why: expect.stringMatching(/^git apply: patch failed: /) },
    ]);
  });

  test('is in the tree with files from anywhere in the kernel', async () => {
    const { patches } = seriesOf([[fileDiff(OTHER, text('h;'), text('H;'))]]);
    const asked = { repository: repository.work, folders: ['drivers/usb/'], baseCommit: first, date: null };
    const { tree } = await openGitTree({ ...asked, namedBases: [], patches });
    expect(tree.read(OTHER)).toBe(text('h;'));
  });
});

test('nothing of the repository runs, and nothing is left', async () => {
  const before = repository.traces();
  await trialOf({ namedBases: ['v5.0'] });
  await trialOf({ oldBlob: betweenBlob.slice(0, 10), date: '2019-05-21' });
  await trialOf({ namedBases: ['v5.1'] });
  expect(repository.hasSprung()).toBe(false);
  expect(repository.traces()).toEqual(before);
});
