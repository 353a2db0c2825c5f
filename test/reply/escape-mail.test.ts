import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut } from '../../src/reply/cut.ts';
import { guardedLine, mailWords, quotedText } from '../../src/reply/escape-mail.ts';
import { fill } from '../../src/reply/fill.ts';
import { outsideText } from '../support/random-reports.ts';

test.each([
  ['\u22120.06 … +0.10 %', '-0.06 .. +0.10 %'],
  ['33 ± 4 µs → “fast”', '33 +- 4 us -> "fast"'],
  ['see (https://evil.example/x) or www.evil.example', 'see [link] or [link]'],
  ['write to top@kernel.example', 'write to [address]'],
  ['Acked-by: me', 'Acked-by : me'],
  ['giveback: stop', 'giveback : stop'],
  ['日本語 naïve', '日本語 naïve'],
])('%j in a mail is %j', (text, expected) => expect(mailWords(text)).toBe(expected));

test('a quoted line stays as it is, but for what is hidden and for links', () => {
  expect(quotedText('  RX    893.4 | 930.2 ±  ')).toBe('  RX    893.4 | 930.2 ±');
  expect(quotedText('a\u202eb https://x.example')).toBe('a<U+202E>b [link]');
});

test.each(['> x', '-- ', '--', 'From here', 'giveback: stop', 'GIVEBACK stop', '.', '/test all'])(
  'the line %j is kept from its place at the margin',
  (line) => expect(guardedLine(line)).toBe(` ${line}`),
);

test.each(['/proc/interrupts and', 'From', 'a line', '-1 %'])('the line %j needs no guard', (line) => {
  expect(guardedLine(line)).toBe(line);
});

test('filled text has at most 72 columns and keeps its words', () => {
  fc.assert(
    fc.property(outsideText, (text) => {
      const lines = fill(mailWords(text));
      for (const line of lines) expect([...line].length).toBeLessThanOrEqual(72);
      expect(lines.join('').replaceAll(' ', '')).toBe(mailWords(text).replaceAll(' ', ''));
    }),
  );
});

test.each([
  ['short', 10, 'short'],
  ['hard drive read', 10, 'hard dri..'],
  ['rate of 1048576', 13, 'rate of..'],
  ['bs=1048576 bytes', 10, 'bs=..'],
])('%j cut to %d is %j', (text, characters, expected) => expect(cut(text, characters)).toBe(expected));
