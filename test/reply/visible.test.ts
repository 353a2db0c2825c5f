import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible } from '../../src/reply/visible.ts';

test.each([
  ['plain words, µs and 190 ± 30', 'plain words, µs and 190 ± 30'],
  ['rate \u202es/BM 5', 'rate <U+202E>s/BM 5'],
  ['a\u001b[31mred', 'a<U+001B>[31mred'],
  ['zero\u200bwidth', 'zero<U+200B>width'],
  ['one\ttwo\nthree', 'one two three'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('nothing that a terminal would obey is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});
