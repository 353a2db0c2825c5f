/** Lines with which archives end a message and begin their own links. */
const FOOTERS: readonly RegExp[] = [
  /other threads:\[~?\d{4}-\d\d-\d\d/,
  /^\^ permalink raw reply/,
  /^Thread overview: \d/,
  /^\[prev in list\] \[next in list\]/,
  /^\s*(?:[*-] )?(?:Next message|Previous message|Next in thread|Messages sorted by|Follow-Ups|Prev by Date|Next by Date):/i,
  /^\[Index of Archives\]/,
  /^More information about the \S+ mailing list$/,
  /^To unsubscribe from this list: send the line/,
];

/** A page's text up to where the archive's own links begin. */
export function withoutPageFooter(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => FOOTERS.some((footer) => footer.test(line)));
  return end < 0 ? lines : lines.slice(0, end);
}
