/** What could fool a terminal, a mail client or a reviewer: controls, bidi marks, zero-width signs, lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/**
 * The text on one line, with everything invisible spelled out: U+202E becomes `<U+202E>`.
 * Tabs and line ends become one blank; nothing else is changed.
 */
export function visible(text: string): string {
  let shown = '';
  for (const character of text) shown += HIDDEN.test(character) ? spelled(character) : character;
  return shown;
}

function spelled(character: string): string {
  if (character === '\t' || character === '\n' || character === '\r') return ' ';
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
