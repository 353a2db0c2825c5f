/** Ends a text that is longer than `charactersMax` with "..", never inside a number: half a number is another number. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, Math.max(charactersMax - 2, 0));
  return `${characters
    .slice(0, kept.length - partOfNumber(kept))
    .join('')
    .trimEnd()}..`;
}

/** A text in pieces of at most `charactersMax`, cut between numbers wherever there is such a place. */
export function pieces(text: string, charactersMax: number): string[] {
  const cuts: string[] = [];
  let rest = [...text];
  while (rest.length > charactersMax) {
    const kept = rest.slice(0, charactersMax);
    const length = kept.length - partOfNumber(kept) || charactersMax;
    cuts.push(rest.slice(0, length).join(''));
    rest = rest.slice(length);
  }
  return [...cuts, rest.join('')];
}

/** How many characters at the end are a word with a digit in it; `<U+001B>` counts as one. */
function partOfNumber(characters: readonly string[]): number {
  const start = characters.findLastIndex((character) => !/[\w.+<-]/.test(character)) + 1;
  const word = characters.slice(start);
  return word.some((character) => /\d/.test(character)) ? word.length : 0;
}
