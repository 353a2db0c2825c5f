import { type HTMLElement, parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';

/** GitHub links what has a scheme or begins with www; a protocol-relative or bare name it leaves alone. */
const renderer = new MarkdownIt({ html: true, linkify: true });
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('//', null);

/** Markdown as its reader sees it: an element to ask what became of it. */
export function rendered(markdown: string): HTMLElement {
  const { document } = parseHTML(`<!doctype html><body><main>${renderer.render(markdown)}</main></body>`);
  return document.querySelector('main');
}
