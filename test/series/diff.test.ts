import { createTwoFilesPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDiff } from '../../src/series/diff.ts';
import { patchIdOf } from '../../src/series/patch-id.ts';

const parse = (text: string) => parseDiff({ text, numbers: null, messageId: 'm@example.org' });

describe('files of a diff', () => {
  test.each([
    [
      'a plain unified diff',
      '--- linux.orig/drivers/x.c\t2019-01-01 00:00:00\n+++ linux/drivers/x.c\n@@ -1 +1 @@\n-a\n+b\n',
      'drivers/x.c',
      1,
      1,
    ],
    [
      'a new file',
      'diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+b\n\\ No newline at end of file\n',
      'n',
      1,
      0,
    ],
    [
      'a deleted file',
      'diff --git a/n b/n\ndeleted file mode 100644\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n',
      'n',
      0,
      1,
    ],
    ['an empty new file', 'diff --git a/n b/n\nnew file mode 100644\nindex 0000000..e69de29\n', 'n', 0, 0],
    ['a name with a blank', 'diff --git a/n m b/n m\nold mode 100644\nnew mode 100755\n', 'n m', 0, 0],
    [
      'a quoted name',
      'diff --git "a/\\303\\251" "b/\\303\\251"\nold mode 100644\nnew mode 100755\n',
      'é',
      0,
      0,
    ],
    [
      'a second name in quotes',
      'diff --git a/n "b/\\303\\251 \\"x"\nold mode 100644\nnew mode 100755\n',
      'é "x',
      0,
      0,
    ],
    [
      'a context line without its blank',
      'diff --git a/n b/n\n--- a/n\n+++ b/n\n@@ -1,2 +1,3 @@\n a\n\n+b\n',
      'n',
      1,
      0,
    ],
    ['no prefixes', 'diff --git n n\n--- n\n+++ n\n@@ -1 +1 @@\n-a\n+b\n', 'n', 1, 1],
  ])('%s', (_, text, path, added, removed) => {
    expect(parse(text)).toMatchObject({ files: [{ path, added, removed, isBinary: false }], problems: [] });
  });

  test.each([
    ['index 1111111111..2222222222 100644', '1111111111', '100644'],
    ['index 1111111..2222222', '1111111', null],
    ['new file mode 120000\nindex 0000000..2222222', null, '120000'],
    ['old mode 100644\nnew mode 100755\nindex 1111111..2222222', '1111111', '100755'],
    ['index --exec=x..2222222', null, null],
  ])('"%s" names the text it is made on, and the mode', (said, oldBlob, mode) => {
    const text = `diff --git a/n b/n\n${said}\n--- a/n\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(parse(text).files).toMatchObject([{ path: 'n', oldBlob, mode, added: 1 }]);
  });

  test('a rename knows where the file was', () => {
    const text = 'diff --git a/old.c b/new.c\nsimilarity index 100%\nrename from old.c\nrename to new.c\n';
    expect(parse(text).files).toMatchObject([{ path: 'new.c', oldPath: 'old.c', added: 0 }]);
  });

  test('a binary patch is passed over to the next file', () => {
    const text =
      'diff --git a/p.bmp b/p.bmp\nnew file mode 100644\nGIT binary patch\nliteral 3\nKcmabc\n\nliteral 0\nHcmV?d\n\ndiff --git a/q b/q\nnew file mode 100644\n--- /dev/null\n+++ b/q\n@@ -0,0 +1 @@\n+x\n';
    expect(parse(text).files).toMatchObject([
      { path: 'p.bmp', isBinary: true },
      { path: 'q', added: 1 },
    ]);
  });

  test('the signature below the last hunk is no removed line', () => {
    expect(
      parse('diff --git a/n b/n\n--- a/n\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n-- \n2.20.1\n').files,
    ).toMatchObject([{ added: 1, removed: 1 }]);
  });

  test('words that begin like a diff are none', () => {
    expect(parse('difficult\n--- or so ---\ndiff --gitless\n').files).toEqual([]);
  });
});

test('a hunk that does not close is a problem with its line, and the next one is still read', () => {
  const text =
    'diff --git a/n b/n\n--- a/n\n+++ b/n\n@@ -1,3 +1,3 @@\n a\n-b\nwrapped\n@@ -9 +9 @@\n-a\n+b\n';
  const parsed = parse(text);
  expect(parsed.problems).toMatchObject([
    { code: 'diff-damaged', path: 'n', at: { messageId: 'm@example.org', line: 7 } },
  ]);
  expect(parsed.files).toMatchObject([{ added: 1, removed: 1, hunks: [{ oldStart: 9 }] }]);
});

test('the stable patch id is the one that git prints', () => {
  const lines = [
    'diff --git a/drivers/usb/a.c b/drivers/usb/a.c',
    'index 1111111..2222222 100644',
    '--- a/drivers/usb/a.c',
    '+++ b/drivers/usb/a.c',
    '@@ -1,3 +1,3 @@ int f(void)',
    ' one',
    '-two',
    '+TWO',
    ' three',
    'diff --git a/b.txt b/b.txt',
    'new file mode 100644',
    'index 0000000..3333333',
    '--- /dev/null',
    '+++ b/b.txt',
    '@@ -0,0 +1,2 @@',
    '+hello',
    '+world',
    '\\ No newline at end of file',
  ];
  expect(patchIdOf(lines.join('\n'))).toBe('9d97add987096fcd9ae00132508a617b5b3c4aee');
  expect(patchIdOf('no diff')).toBeNull();
});

test('every generated diff gives the hunks that jsdiff reads', () => {
  const file = fc
    .array(fc.constantFrom('a', 'b', '', ' c', '-d', '+e', '@@ f', '-- '), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(file, file, (before, after) => {
      const text = createTwoFilesPatch('a/f.c', 'b/f.c', before, after);
      const oracle = parsePatch(text)[0]?.hunks ?? [];
      const hunks = parse(text).files[0]?.hunks ?? [];
      expect(parse(text).problems).toEqual([]);
      expect(hunks.map((hunk) => hunk.lines.map(({ kind, text }) => kind + text))).toEqual(
        oracle.map((hunk) => hunk.lines.filter((line) => !line.startsWith('\\'))),
      );
    }),
  );
});
