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
