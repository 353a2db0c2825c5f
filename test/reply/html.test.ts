import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { html, trustedHtml } from '../../src/reply/html.ts';
import { visible } from '../../src/reply/visible.ts';
import { outsideText } from '../support/random-reports.ts';

test('text becomes text, in an element and in an attribute', () => {
  fc.assert(
    fc.property(outsideText, (text) => {
      const { document } = parseHTML(html`<main><p title="${text}">${text}</p></main>`.markup);
      expect([...document.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['MAIN', 'P']);
      expect(document.querySelector('p').textContent).toBe(visible(text));
      expect(document.querySelector('p').getAttribute('title')).toBe(visible(text));
    }),
  );
});

test('markup inside markup stays markup; null shows nothing; lists are joined', () => {
  const items = ['a<b', 'c'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}${null}${3}${trustedHtml('<hr>')}</ul>`.markup).toBe(
    '<ul><li>a&lt;b</li><li>c</li>3<hr></ul>',
  );
});
