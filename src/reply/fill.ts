import { pieces } from './cut.ts';
import { guardedLine } from './escape-mail.ts';

/** Prose of a mail in columns; one is kept free for the blank that guards a line's beginning. */
const COLUMNS = 71;

/** A paragraph in lines of at most 72 characters, none of which a mail program takes for a quote or a command. */
export function fill(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words(text)) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return (line === '' ? lines : [...lines, line]).map(guardedLine);
}

const words = (text: string): string[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => pieces(word, COLUMNS));
