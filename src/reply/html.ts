import { visible } from './visible.ts';

/** Text that is markup already. Made by `html` and `trustedHtml` only. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup with values in it: every text is made visible and escaped, in elements and in quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((string, index) => string + markupOf(parts[index] ?? null)).join('');
  return { markup };
}

/** Markup that this program made of its own constants, or that another writer has escaped. */
export function trustedHtml(markup: string): Html {
  return { markup };
}

export function escapedHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapedHtml(part);
  if (typeof part === 'number') return `${part}`;
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}
