import { NOWHERE, type Problem } from '../problem.ts';
import type { Document } from './document.ts';
import { documentReader } from './document-reader.ts';
import { readMailDate } from './mail-date.ts';
import { readPageAddress, readPagePerson } from './page-address.ts';
import { withoutPageFooter } from './page-footer.ts';
import { pageLetter } from './page-letter.ts';
import type { ReadSettings } from './read-mail.ts';

const HEAD_LINES_MAX = 40;
const HEAD_BYTES_MAX = 10_000;
const HYPERMAIL_DATE = /^Date: [A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{4} - \d{1,2}:\d{2}/;

/** Where the head of a page says what, by line. */
interface PageHead {
  readonly subject: string;
  readonly person: string;
  readonly date: string | null;
  /** Index of the first line of the body. */
  readonly body: number;
}

/** A hypermail page: a subject, then `From:` and `Date: Thu Aug 09 2018 - 05:44:15 EST`. */
export const hypermailPage = documentReader(hypermailHead, readPage);

/** A pipermail page: a subject, then the person as `[Name]` or `Name user at host`, then perhaps a date. */
export const pipermailPage = documentReader(pipermailHead, readPage);

/** A spinics page that lost the person and the date: a subject, then the links to the messages around it. */
export const spinicsPage = documentReader(spinicsHead, readPage);

function readPage(head: PageHead, document: Document, settings: ReadSettings) {
  const date = head.date === null ? null : readMailDate(head.date);
  const problems: readonly Problem[] =
    head.date !== null && date === null
      ? [{ code: 'date-unreadable', text: head.date.slice(0, 100), at: NOWHERE }]
      : [];
  const said = {
    subject: head.subject,
    from: readPagePerson(head.person),
    date,
    source: 'archive-page',
    problems,
  } as const;
  return pageLetter(said, withoutPageFooter(document.lines.slice(head.body)), settings);
}

/** Most documents are mails, whose dates are written another way: a look at the date is enough to know. */
function hasHypermailDate(octets: string): boolean {
  const at = octets.indexOf('\nDate: ');
  return at >= 0 && at < HEAD_BYTES_MAX && HYPERMAIL_DATE.test(octets.slice(at + 1, at + 60));
}

function hypermailHead(document: Document): PageHead | null {
  if (!hasHypermailDate(document.octets)) return null;
  const lines = document.head.slice(0, HEAD_LINES_MAX);
  const from = lines.findIndex((line) => line.startsWith('From: '));
  const dated = lines.findIndex((line) => HYPERMAIL_DATE.test(line));
  const subject = firstText(lines.slice(0, Math.min(from, dated)));
  if (from < 0 || dated < 0 || Math.abs(from - dated) > 3 || subject === null) return null;
  return {
    subject: withoutLabel(subject),
    person: (lines[from] ?? '').slice('From: '.length),
    date: (lines[dated] ?? '').slice('Date: '.length),
    body: pastNavigation(document.lines, Math.max(from, dated) + 1),
  };
}

function pipermailHead(document: Document): PageHead | null {
  const lines = document.head.slice(0, HEAD_LINES_MAX);
  const subjectAt = lines.findIndex((line) => line.trim() !== '');
  const personAt = lines.findIndex((line, at) => at > subjectAt && line.trim() !== '');
  const person = namedPerson(lines[personAt] ?? '');
  if (subjectAt < 0 || person === null || personAt - subjectAt > 3) return null;
  const next = (lines[personAt + 1] ?? '').trim();
  const date = readMailDate(next) === null ? null : next;
  const body = personAt + (date === null ? 1 : 2);
  return {
    subject: (lines[subjectAt] ?? '').trim(),
    person,
    date,
    body: pastNavigation(document.lines, body),
  };
}

function spinicsHead({ head }: Document): PageHead | null {
  const lines = head.slice(0, HEAD_LINES_MAX);
  const subjectAt = lines.findIndex((line) => line.trim() !== '');
  const linksAt = lines.findIndex((line) => line.startsWith('[Date Prev][Date Next][Thread Prev]'));
  if (subjectAt < 0 || linksAt <= subjectAt || linksAt - subjectAt > 3) return null;
  return { subject: (lines[subjectAt] ?? '').trim(), person: '', date: null, body: linksAt + 1 };
}

/** `[A Name]` alone on its line, or `A Name user at host.example`. */
function namedPerson(line: string): string | null {
  const bracketed = /^\[([^[\]]{2,80})\]$/.exec(line.trim())?.[1];
  if (bracketed !== undefined) return /\d/.test(bracketed) ? null : bracketed;
  const spelled = /^(.{0,80}?)\s{0,3}(\S{1,64} at \S{1,100}\.\S{1,20})$/.exec(line.trim());
  if (spelled === null || readPageAddress(spelled[2] ?? '') === null) return null;
  return `${spelled[1] ?? ''} <${spelled[2] ?? ''}>`;
}

/** Links to other messages stand between the head and the text. */
function pastNavigation(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && at < from + HEAD_LINES_MAX && isNavigation(lines[at] ?? '')) at++;
  return at;
}

const NAVIGATION =
  /^\s*(?:[*-] )?(?:(?:Previous|Next) message|(?:Messages|Contemporary messages) sorted|(?:Maybe )?in reply to:|Next in thread:|Reply:)/i;

function isNavigation(line: string): boolean {
  return line.trim() === '' || NAVIGATION.test(line);
}

function firstText(lines: readonly string[]): string | null {
  return lines.find((line) => line.trim() !== '')?.trim() ?? null;
}

function withoutLabel(subject: string): string {
  return subject.replace(/^Subject: /, '');
}
