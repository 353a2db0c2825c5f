import { expect, it } from 'vitest';
import { quoteOf } from '../../src/verdict/quote.ts';

const SENTENCE = 'The adapter shows better performance than before, about 5% for RX and 2% for TX.';

it.each([
  [SENTENCE, { percent: 5 }, 'about 5% for RX'],
  [SENTENCE, { percent: 2 }, '2% for TX'],
  [
    'The results above show a 2.4% degradation for threads, compared to tasklets.',
    { percent: 2.4 },
    '2.4% degradation for threads',
  ],
  [
    'Note that the difference (this leads to 5 times acceleration) changes behaviour.',
    { factor: 5 },
    '5 times acceleration',
  ],
  [
    'This USB2 device with 2.5 inches of display is now 2x faster in every test that was run',
    { factor: 2 },
    '2x faster in every test',
  ],
  ['twice as fast', { factor: 2 }, 'twice as fast'],
  ['-17%', { percent: 17 }, '-17%'],
  ['same bandwidth at -17% CPU load (88% -> 74%)', { percent: 17 }, '-17% CPU load'],
  ['It gains up to 30% here', { percent: 30 }, 'up to 30% here'],
  ['to 5 times acceleration', { factor: 5 }, '5 times acceleration'],
])('of "%s" quotes the words with the number', (text, size, expected) => {
  expect(quoteOf({ percent: null, factor: null, direction: null, text, ...size })).toBe(expected);
});

it('a number in words leaves the sentence, cut to a line', () => {
  const quote = quoteOf({ percent: null, factor: 2, direction: null, text: 'twice '.repeat(60) });
  expect(quote).toHaveLength(80);
  expect(quote.endsWith('…')).toBe(true);
});
