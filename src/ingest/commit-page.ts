import { documentReader } from './document-reader.ts';
import type { Address } from './letter.ts';
import { readMailDate } from './mail-date.ts';
import { readPagePerson } from './page-address.ts';
import { pageLetter } from './page-letter.ts';

const LINES_MAX = 5000;
const SENTENCE_LENGTH_MAX = 120;
const TRAILER = /^\s{0,8}[A-Z][A-Za-z]*(?:-[A-Za-z]+)*: \S/;
const SIGNED = /^\s{0,8}(?:Signed-off-by|Reviewed-by|Acked-by|Tested-by): \S/;
const COMMIT_ID = /^(?:commit )?[0-9a-f]{7,40}$/;
/** The table above a commit's message on cgit, and on gitweb, where a label runs into its value. */
const CGIT = /^(?:author|committer|commit|tree|parent|download)\s+\S/;
const GITWEB = /^(?:author\S.{0,200}<\S+>|(?:commit|tree|parent)[0-9a-f]{7,40})$/;

/** What a page says of one commit. */
export interface ShownCommit {
  readonly subject: string;
  readonly from: Address | null;
  readonly date: string | null;
  readonly message: readonly string[];
}

/**
 * A forge's page of one commit, or a commit message alone: the message begins behind the line with the commit id and
 * ends with its trailers. The site's header, folder list and README are no part of it.
 */
export const commitPage = documentReader(
  (document) => readShownCommit(document.lines),
  ({ subject, from, date, message }, _, settings) =>
    pageLetter({ subject, from, date, source: 'commit-page' }, message, settings),
);

/** Finds the commit message among a page's lines: it is known by its trailers. Null when there are none. */
export function readShownCommit(all: readonly string[]): ShownCommit | null {
  const lines = all.slice(0, LINES_MAX);
  const signed = lines.findIndex((line) => SIGNED.test(line));
  if (signed < 0) return null;
  const start = lines.slice(0, signed).findLastIndex((line) => isAboveMessage(line)) + 1;
  let end = signed + 1;
  while (end < lines.length && TRAILER.test(lines[end] ?? '')) end++;
  const message = lines.slice(start, end);
  if (!message.some((line) => line.trim() !== '' && !TRAILER.test(line))) return null;
  const author =
    lines
      .slice(0, start)
      .findLast((line) => /^author\s/.test(line) || (line.startsWith('author') && GITWEB.test(line)))
      ?.slice('author'.length) ?? '';
  const [person = '', beside] = author.trim().split(/(?<=>)\s+/);
  const date = beside ?? below(lines, `author${author}`);
  return { subject: subjectOf(message), from: readPagePerson(person), date: readMailDate(date), message };
}

function isAboveMessage(line: string): boolean {
  return COMMIT_ID.test(line.trim()) || CGIT.test(line) || GITWEB.test(line);
}

/** On gitweb the date stands on the line below the person, in the sender's zone in brackets too. */
function below(lines: readonly string[], line: string): string {
  return (lines[lines.indexOf(line) + 1] ?? '').replace(/ \([^()]{0,40}\)$/, '');
}

/**
 * The title where the page shows one: a line of its own that names a subsystem. Where the page left it out, the first
 * sentence of the message says best what the commit is about.
 */
function subjectOf(message: readonly string[]): string {
  const texts = message.map((line) => line.trim()).filter((line) => line !== '');
  const first = texts[0] ?? '';
  if (isTitle(first, message)) return first;
  const prose =
    texts
      .slice(0, 10)
      .join(' ')
      .split(/\.(?:\s|$)/, 1)[0] ?? '';
  if (prose.length <= SENTENCE_LENGTH_MAX) return prose;
  return `${prose.slice(0, prose.lastIndexOf(' ', SENTENCE_LENGTH_MAX))} …`;
}

function isTitle(first: string, message: readonly string[]): boolean {
  if (first.endsWith('.')) return false;
  if (/^[\w./,-]+(?: [\w./,-]+)?: \S/.test(first)) return true;
  const at = message.findIndex((line) => line.trim() === first);
  return first.length <= 80 && message[at + 1]?.trim() === '';
}
