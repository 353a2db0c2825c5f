/** Offset of the line feed that ends the line at `at`, or the length of the text. */
export function lineBreak(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}

/** The line at offset `at`, without its line feed. */
export function lineAt(text: string, at: number): string {
  return text.slice(at, lineBreak(text, at));
}

/** How many lines begin in `text` behind `from` and up to `to`. */
export function linesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let feed = text.indexOf('\n', from); feed >= 0 && feed < to; feed = text.indexOf('\n', feed + 1))
    count++;
  return count;
}

/** Offset of the line with that 0-based number; the length of the text when it has fewer. */
export function lineOffset(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line && at < text.length; count++) at = lineBreak(text, at) + 1;
  return Math.min(at, text.length);
}
