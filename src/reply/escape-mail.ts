import { visible } from './visible.ts';

/** Our own typography in the seven bits of a mail; words from outside keep their letters. */
const ASCII: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '…': '..',
  '→': '->',
  '±': '+-',
  '×': 'x',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  µ: 'u',
  μ: 'u',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '\u00a0': ' ',
};

/** What a mail program would act on if it began a line: a quote, a signature, an mbox separator, a command. */
const LINE_START = /^(?:>|--? ?$|From |giveback\b|\.$|\/[a-z-]+(?: |$))/i;

/**
 * Text of a report as words in a mail: visible, in ASCII where it is our own typography, and without anything that
 * a mail program or a bot acts on. Links and addresses are named, not repeated; trailers and commands lose their form.
 */
export function mailWords(text: string): string {
  return asciiTypography(visible(text))
    .split(' ')
    .map(harmlessWord)
    .join(' ')
    .replace(/-by:/gi, '-by :')
    .replace(/giveback:/gi, 'giveback :');
}

/** A line of a mail that was quoted from the parent: only what is hidden, a link or a trailer is changed. */
export function quotedText(line: string): string {
  return visible(line).split(' ').map(harmlessWord).join(' ').replace(/-by:/gi, '-by :').trimEnd();
}

/** One blank before a line that would otherwise mean something to a mail program. */
export function guardedLine(line: string): string {
  return LINE_START.test(line) ? ` ${line}` : line;
}

function asciiTypography(text: string): string {
  let ascii = '';
  for (const character of text) ascii += ASCII[character] ?? character;
  return ascii;
}

function harmlessWord(word: string): string {
  if (word.includes('://') || /^[(<"'[]*www\./i.test(word)) return '[link]';
  return /[^@]@[^@]/.test(word) ? '[address]' : word;
}
