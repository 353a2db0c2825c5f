import type { Document } from './document.ts';
import { documentReader } from './document-reader.ts';
import type { Letter } from './letter.ts';
import { readMailDate } from './mail-date.ts';
import { pageLetter } from './page-letter.ts';

const KIND = /^([\w.-]{1,100}\/[\w.-]{1,100}) · (?:pull request|merge request|issue) (#\d{1,9})\b/;
const TITLE = /^# (\S.{0,400})$/;
const POST = /^(\S{1,80}) · ([a-z][a-z ]{2,30}) · (\d{4}-\d\d-\d\d)$/;
const HEAD_LINES_MAX = 12;

interface ForgeThread {
  readonly title: string;
  /** `owner/name#7`, which no mail has as its id: what all posts refer to, so that they are one thread. */
  readonly topic: string;
  /** Indices of the lines that head a post. */
  readonly starts: readonly number[];
}

/**
 * A pull request or an issue of a forge as text: `owner/name · pull request #7 · merged`, a title behind `# `, and posts
 * that are headed `who · comment · 2023-09-18`. Each post is a letter, the description that of the title and the others
 * replies; a day that is shown without a time is its midnight in UTC.
 */
export const forgeThread = documentReader(findThread, ({ title, topic, starts }, { lines }, settings) => {
  const letters: Letter[] = [];
  for (const [index, start] of starts.slice(0, settings.limits.lettersMax).entries()) {
    const [, name = '', kind = '', day = ''] = POST.exec(lines[start] ?? '') ?? [];
    const said = {
      subject: kind === 'description' ? title : `Re: ${title}`,
      from: { name, address: null },
      date: readMailDate(`${day} 00:00 +0000`),
      references: [topic],
      source: 'archive-page',
    } as const;
    letters.push(...pageLetter(said, lines.slice(start + 1, starts[index + 1]), settings).value);
  }
  return { value: letters, problems: [] };
});

function findThread({ head, lines }: Document): ForgeThread | null {
  const top = head.slice(0, HEAD_LINES_MAX);
  const title = top.map((line) => TITLE.exec(line)?.[1]).find((found) => found !== undefined);
  const [, project, number] = KIND.exec(top[0] ?? '') ?? [];
  if (title === undefined || project === undefined || number === undefined) return null;
  const starts = lines.flatMap((line, at) => (POST.test(line) ? [at] : []));
  return starts.length === 0 ? null : { title, topic: `${project}${number}`, starts };
}
