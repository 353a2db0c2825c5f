import { expect, test } from 'vitest';
import { givenTrailers } from '../../src/series/reply-trailers.ts';
import { seriesLimits } from '../ingest/settings.ts';
import { lettersOf } from './letters.ts';

/** What a reply of Ben's gives, and how many trailers of it are refused. */
async function given(text: string, from = 'Ben Example <ben@example.org>') {
  const [letter] = await lettersOf([{ id: 'r', subject: 'Re: [PATCH] usb: one', from, text }]);
  if (letter === undefined) throw new Error('one letter was written');
  const { given, refused } = givenTrailers(letter, false, seriesLimits);
  return { given: given.map(({ key, value }) => `${key}: ${value}`), refused: refused.length };
}

const CASES: readonly (readonly [string, string, readonly string[], number])[] = [
  ['by address', 'Reviewed-by: B. E. <ben@example.org>', ['Reviewed-by: B. E. <ben@example.org>'], 0],
  [
    'by name, from another address',
    'Acked-by: Ben Example <be@corp.example>',
    ['Acked-by: Ben Example <be@corp.example>'],
    0,
  ],
  [
    'by an address with a tag',
    'Acked-by: B <ben+lists@example.org>',
    ['Acked-by: B <ben+lists@example.org>'],
    0,
  ],
  ['longer than a trailer', `Acked-by: Ben Example <ben@example.org> ${'x'.repeat(500)}`, [], 0],
  [
    'indented',
    'With that:\n\n  Tested-by: Ben Example <ben@example.org>',
    ['Tested-by: Ben Example <ben@example.org>'],
    0,
  ],
  ['in the name of somebody else', 'Acked-by: Ada Example <ada@example.org>', [], 1],
  ['indented in the name of somebody else', '    Acked-by: Ada Example <ada@example.org>', [], 0],
  ['quoted', '> Acked-by: Ben Example <ben@example.org>', [], 0],
];

test.each(CASES)('a trailer %s', async (_what, text, taken, refused) => {
  expect(await given(text)).toEqual({ given: taken, refused });
});
