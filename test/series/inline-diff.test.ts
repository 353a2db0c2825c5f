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
