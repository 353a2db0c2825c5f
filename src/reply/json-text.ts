/** What JSON lets stand and a terminal obeys: DEL, C1 controls, bidi marks and other signs that show nothing. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\u2028\u2029]/u;

/** A value as JSON with a line end. Everything invisible is written as an escape, so the value stays the same. */
export function jsonText(value: unknown): string {
  let text = '';
  for (const character of JSON.stringify(value, null, 2))
    text += UNSEEN.test(character) ? escaped(character) : character;
  return `${text}\n`;
}

function escaped(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
