import { afterAll, describe, expect, test } from 'vitest';
import { openGitTree } from '../../../src/adapters/git/git-tree.ts';
import { applySeries } from '../../../src/model/apply-diff.ts';
import { parseDiff } from '../../../src/series/diff.ts';
import { seriesOf } from '../../model/series-of.ts';
import { makeRepository } from './trapped-repository.ts';

const FILE = 'drivers/usb/host/xhci.c';
const repository = makeRepository();
const base = repository.commit({ [FILE]: 'int a;\nint b;\n' }, '2019-03-01');
repository.git(['tag', '-a', 'v5.0', '-m', 'five'], '2019-03-03');
repository.plantTraps();
afterAll(repository.remove);

const added = (path: string, mode = '100644', line = 'x'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
const changed = (line: string): string =>
  `diff --git a/${FILE} b/${FILE}\n--- a/${FILE}\n+++ b/${FILE}\n@@ -1,2 +1,2 @@\n-int a;\n+${line}\n int b;\n`;
const binary = (declared: string): string =>
  `diff --git a/${FILE} b/${FILE}\nindex 1111111..2222222 100644\nGIT binary patch\n${declared}\nzcmZQzU|?VX00961\n\n`;

/** What our applier says of a diff at the base, and that neither it nor git left anything anywhere. */
async function refusalsOf(diff: string): Promise<string[]> {
  const { files } = parseDiff({ text: diff, numbers: null, messageId: null });
  const { patches } = seriesOf([files]);
  const before = repository.traces();
  const { tree, trial } = await openGitTree({
    repository: repository.work,
    folders: ['drivers/usb/'],
    baseCommit: base,
    namedBases: [],
    date: null,
    patches,
  });
  expect(repository.traces()).toEqual(before);
  expect(repository.hasSprung()).toBe(false);
  return [...applySeries(tree, patches).refused, ...trial.refusedByGit].map(({ why }) => why);
}

const PATH = 'not a path of a kernel source';

describe('a hostile patch leaves nothing and is refused for what it is', () => {
  test.each([
    ['out of the tree', added('../escape'), PATH],
    ['out of the tree from within', added('drivers/../../escape'), PATH],
    ['an absolute path', added('/etc/cron.d/x').replaceAll('a//', 'a/').replaceAll('b//', 'b//'), PATH],
    ['the repository itself', added('.git/config'), PATH],
    ['the repository in capitals', added('drivers/.GIT/hooks/post-checkout'), PATH],
    ['the repository by its short name', added('git~1/config'), PATH],
    ['the repository with a sign nobody sees', added('drivers/.g\u200cit/config'), PATH],
    ['a hook of a bare repository', added('hooks/post-index-change', '100755', 'touch x'), PATH],
    ['a submodule list', added('.gitmodules', '100644', '[submodule "x"]'), PATH],
    ['filters for files', added('drivers/.gitattributes', '100644', '*.c filter=x'), PATH],
    ['a name that is an option', added('--upload-pack=touch'), PATH],
    ['a part that is an option', added('drivers/-rf/a.c'), PATH],
    [
      'a name with a line end',
      added('"drivers/a\\nb.c"').replaceAll('a/"', '"a/').replaceAll('b/"', '"b/'),
      PATH,
    ],
    ['a path without end', added(`drivers/${'a/'.repeat(5000)}a.c`), PATH],
    ['names that differ', changed('int c;').replace(`+++ b/${FILE}`, '+++ b/../z'), PATH],
    [
      'a symbolic link',
      added('drivers/usb/link.c', '120000', '/etc/passwd'),
      'mode 120000: only plain files are patched',
    ],
    ['another repository', added('drivers/usb/sub', '160000'), 'mode 160000: only plain files are patched'],
    [
      'a mode that is none',
      added('drivers/usb/odd.c', '777777'),
      'mode 777777: only plain files are patched',
    ],
    [
      'a file that becomes a link',
      changed('/etc/passwd').replace('---', 'old mode 100644\nnew mode 120000\n---'),
      'mode 120000: only plain files are patched',
    ],
    ['a patch that unpacks to gigabytes', binary('literal 4294967296'), 'a binary patch is not unpacked'],
    ['a delta that grows', binary('delta 94371840'), 'a binary patch is not unpacked'],
    ['a line without end', changed('x'.repeat(2_000_000)), 'a line of more than 10000 characters'],
    [
      'names that differ in case only',
      added('drivers/usb/A.c') + added('drivers/usb/a.c'),
      'drivers/usb/A.c and a file whose name differs in case only',
    ],
    [
      'more files than a series has',
      Array.from({ length: 501 }, (_, index) => added(`drivers/usb/${index}.c`)).join(''),
      '501 files: more than a series of a driver has',
    ],
  ])('%s', async (_, diff, why) => {
    expect(await refusalsOf(diff)).toContain(why);
  });

  test('and one that is none is taken', async () => {
    expect(await refusalsOf(changed('int c;'))).toEqual([]);
  });
});
