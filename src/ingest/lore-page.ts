import type { Problem } from '../problem.ts';
import type { Document } from './document.ts';
import { documentReader } from './document-reader.ts';
import type { Letter } from './letter.ts';
import { readMailDate } from './mail-date.ts';
import { readPagePerson } from './page-address.ts';
import { withoutPageFooter } from './page-footer.ts';
import { pageLetter } from './page-letter.ts';

/** `From: A Name @ 2019-04-01 14:16 UTC (permalink / raw)`, the line that only public-inbox prints. */
const FROM = /^From: (.{1,200}) @ (\d{4}-\d\d-\d\d +\d{1,2}:\d\d) UTC \(permalink/;
const OVERVIEW_LINES_MAX = 400;

/**
 * A thread as public-inbox (lore) shows it: each message below a line `* subject`, an overview, and a From line with
 * the date. Ids are not shown, so the messages have none.
 */
export const lorePage = documentReader(findMessages, (starts, { lines }, settings) => {
  const letters: Letter[] = [];
  const problems: Problem[] = [];
  for (const [index, start] of starts.slice(0, settings.limits.lettersMax).entries()) {
    const from = FROM.exec(lines[start] ?? '');
    const rest = lines.slice(start + 1, starts[index + 1]);
    const body = rest.findIndex((line) => line.trim() === '');
    const said = {
      subject: subjectAbove(lines, start),
      from: readPagePerson(from?.[1] ?? ''),
      date: readMailDate(`${from?.[2] ?? ''} +0000`),
      source: 'archive-page',
    } as const;
    const read = pageLetter(said, withoutPageFooter(rest.slice(Math.max(body, 0))), settings);
    letters.push(...read.value);
    problems.push(...read.problems);
  }
  return { value: letters, problems };
});

/** Indices of the From lines; null when there are none. */
function findMessages(document: Document): readonly number[] | null {
  if (!document.octets.includes(' UTC (permalink')) return null;
  const starts = document.lines.flatMap((line, at) => (FROM.test(line) ? [at] : []));
  return starts.length === 0 ? null : starts;
}

/** The nearest line `* subject` above a From line. */
function subjectAbove(lines: readonly string[], start: number): string {
  const above = lines.slice(Math.max(0, start - OVERVIEW_LINES_MAX), start);
  return (
    above
      .findLast((line) => line.startsWith('* '))
      ?.slice(2)
      .trim() ?? ''
  );
}
