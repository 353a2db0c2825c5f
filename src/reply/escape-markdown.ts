import { visible } from './visible.ts';

/** Shows nothing, and parts what GitHub would link if it stood together. */
const BREAK = '<!-- -->';
/** Stands for a break while the text is escaped; visible text holds no control character. */
const MARK = '\u0000';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text from outside as Markdown that shows exactly this text on one line: no markup, no mention, no reference, no
 * link, no emoji, no formula. Source: GitHub Flavored Markdown, and what GitHub links beside it (threats T-H7).
 */
export function markdownText(text: string): string {
  return visible(text)
    .replace(/[0-9a-f]{7,}/gi, (hash) => hash.replace(/.{6}/g, `$&${MARK}`))
    .replace(/[@#$]/g, `$&${MARK}`)
    .replace(/:(?=\S)/g, `:${MARK}`)
    .replace(/www\./gi, (word) => `${word.slice(0, -1)}${MARK}.`)
    .replace(/gh-/gi, (word) => `${word.slice(0, -1)}${MARK}-`)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^\s*[-+=]/, '\\$&')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll(MARK, BREAK);
}

/** Text from outside as code on one line, also inside a table; an empty text gives nothing. */
export function markdownCode(text: string): string {
  const shown = withoutMarker(visible(text)).trim();
  if (shown === '') return '';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const pad = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown.replaceAll('|', '\\|')}${pad}${fence}`;
}

/** Lines from outside as a block of code that none of them can close, and in which none is a command. */
export function markdownBlock(lines: readonly string[]): string[] {
  const shown = lines.map((line) => withoutMarker(visible(line)).replace(/^\//, ' /'));
  const fence = '`'.repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)));
  return [fence, ...shown, fence];
}

/** A comment is known by its marker; code shows text as it is, so a pasted marker has to lose its form there. */
function withoutMarker(text: string): string {
  return text.replaceAll('<!--', '<! --');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
