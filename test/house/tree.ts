import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, wherever it was checked out. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const NOT_OURS = /^(?:node_modules|dist|coverage|\.git|\.cache)$/;

/** Every file of ours, relative to the root, sorted; it works without git. */
export function ourFiles(): string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (NOT_OURS.test(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else found.push(path);
    }
  }
  return found.sort();
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The words a Markdown file sets in `code`, outside fenced blocks. */
export function codeWords(markdown: string): string[] {
  const prose = markdown.split('```').filter((_, index) => index % 2 === 0);
  return prose.flatMap((text) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? ''));
}

/** The first cell of each row of a Markdown file's tables that sets it in `code`. */
export function codeRows(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `([^`\n]+)` +\|/gm)].map((match) => match[1] ?? '');
}

export const twice = (words: readonly string[]): string[] =>
  words.filter((word, index) => words.indexOf(word) !== index);
