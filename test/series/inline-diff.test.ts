import { expect, test } from 'vitest';
import { readInlineDiff } from '../../src/series/inline-diff.ts';
import { diffOf } from './letters.ts';

test('a rule drawn below a diff is neither a removed line nor a reason to mend', () => {
  const rule = '---8<---\n';
  const text = `This kind of works:\n${rule}${diffOf('one')}${rule}\nand so does this:\n${rule}${diffOf('two')}${rule}`;
  const found = readInlineDiff(text, 'm');
  expect(found?.files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ['drivers/usb/one.c', 1, 1],
    ['drivers/usb/two.c', 1, 1],
  ]);
  expect(found).toMatchObject({ isWhole: true, problems: [] });
});

test('a hunk that hangs on no file is damage, not a shorter diff', () => {
  const glued = diffOf('one').replace('+new one\n', '+new one @@ -9 +9 @@\n-a\n+b\n@@ -20 +20 @@\n-c\n+d\n');
  const found = readInlineDiff(`Why.\n---\n${glued}`, 'm');
  expect(found?.isWhole).toBe(false);
  expect(found?.problems.map(({ code }) => code)).toContain('diff-damaged');
});

test('a plain diff is damaged, not missing, when its dates were wrapped and its lines cut', () => {
  const head = '--- old/x.c 2019-05-06 01:23:45.000000000 +0200\n+++ new/x.c 2019-05-07\n16:01:12.13 +0200\n';
  const found = readInlineDiff(`It was:\n${head}@@ -1,4 +1,4 @@\n a\n-b\n`, 'm');
  expect(found).toMatchObject({ files: [{ path: 'x.c' }], isWhole: false });
  expect(found?.problems.map(({ code }) => code)).toEqual(['diff-mended', 'diff-damaged']);
});

test('a file whose head was wrapped is not lost before one whose head is whole', () => {
  const wrapped =
    '--- a/x.c 2019-05-06\n01:23:45 +0200\n+++ b/x.c 2019-05-07\n16:01:12\n@@ -1 +1 @@\n-a\n+b\n';
  const found = readInlineDiff(`${wrapped}--- a/y.c\n+++ b/y.c\n@@ -1 +1 @@\n-a\n+b\n`, 'm');
  expect(found?.files.map(({ path, added }) => [path, added])).toEqual([
    ['x.c', 1],
    ['y.c', 1],
  ]);
  expect(found?.problems.map(({ code }) => code)).toEqual(['diff-mended']);
});
