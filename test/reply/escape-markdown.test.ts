import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownBlock, markdownCode, markdownText } from '../../src/reply/escape-markdown.ts';
import { visible } from '../../src/reply/visible.ts';
import { outsideText } from '../support/random-reports.ts';
import { rendered } from '../support/rendered-markdown.ts';

const squeezed = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

test.each([
  ['plain words, 5.35 % and c4', 'plain words, 5.35 % and c4'],
  ['a*b_c', 'a\\*b\\_c'],
  ['@torvalds closes #1', '@<!-- -->torvalds closes #<!-- -->1'],
  ['GH-3', 'GH<!-- -->-3'],
  ['<img src=x>', '&lt;img src=x&gt;'],
  ['see https://evil.example', 'see https:<!-- -->//evil.example'],
  ['0123456789abcdef', '012345<!-- -->6789ab<!-- -->cdef'],
  ['1. a list', '1\\. a list'],
  ['- a list', '\\- a list'],
])('%j is written %j', (text, expected) => expect(markdownText(text)).toBe(expected));

test('text from outside shows as exactly this text, in one paragraph without markup', () => {
  fc.assert(
    fc.property(outsideText, (text) => {
      const main = rendered(markdownText(text));
      expect(squeezed(main.textContent)).toBe(squeezed(visible(text)));
      expect([...main.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(
        squeezed(visible(text)) === '' ? [] : ['P'],
      );
    }),
    { numRuns: 2000 },
  );
});

test('text from outside makes no mention, reference, commit link or emoji of two parts that stand together', () => {
  fc.assert(
    fc.property(outsideText, (text) => {
      expect(markdownText(text)).not.toMatch(/[@#]\w|gh-\d|[0-9a-f]{7}|:\w+:|:\/\/|www\./i);
    }),
    { numRuns: 2000 },
  );
});

test('code shows as exactly this text, also in a table', () => {
  fc.assert(
    fc.property(outsideText, (text) => {
      const code = markdownCode(text);
      fc.pre(code !== '');
      const table = rendered(`| a | b |\n|---|---|\n| x ${code} | y |`);
      expect(table.querySelectorAll('td')).toHaveLength(2);
      expect(squeezed(table.querySelector('code')?.textContent ?? null)).toBe(
        squeezed(visible(text).replaceAll('<!--', '<! --')),
      );
    }),
    { numRuns: 2000 },
  );
});

test('a block of code ends where we end it', () => {
  const block = markdownBlock(['```', 'a', '````', '</details>']);
  const main = rendered([...block, '', 'after'].join('\n'));
  expect(main.querySelector('pre')?.textContent).toBe('```\na\n````\n</details>\n');
  expect(main.querySelector('p')?.textContent).toBe('after');
});
