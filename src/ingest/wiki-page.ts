import { documentReader } from './document-reader.ts';
import { pageLetter } from './page-letter.ts';

const HEAD_LINES_MAX = 40;
const WELCOME = /^Welcome to the \S.{0,100} wiki!?$/;
const SIGN_IN = 'You must be signed in to change notification settings';
/** What a forge prints above every page of a project. */
const CHROME =
  /^(?:-|Notifications|Fork \d[\d.k]*|Star \d[\d.k]*|Home|Pages \d+|Edit|New page|Jump to bottom)$/;

/** A page of a forge's wiki: what people wrote there, without a person and a date, below the forge's own lines. */
export const wikiPage = documentReader(
  ({ head }) => findWiki(head.slice(0, HEAD_LINES_MAX).map((line) => line.trim())),
  ({ subject, body }, { lines }, settings) =>
    pageLetter({ subject, source: 'archive-page' }, lines.slice(body), settings),
);

function findWiki(head: readonly string[]): { subject: string; body: number } | null {
  const welcome = head.findIndex((line) => WELCOME.test(line));
  const signIn = head.indexOf(SIGN_IN);
  if (welcome >= 0) return { subject: head[welcome] ?? '', body: welcome + 1 };
  const title = head.findIndex((line, at) => at > signIn && line !== '' && !CHROME.test(line));
  return signIn < 0 || title < 0 ? null : { subject: head[title] ?? '', body: title + 1 };
}
