import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { readMail } from '../../src/ingest/read-mail.ts';
import { type FoundPatch, readPatch } from '../../src/series/read-patch.ts';
import { parseSubject } from '../../src/series/subject.ts';
import { limits } from '../ingest/settings.ts';
import { isWhole, mailinfoPatch } from './git-mailinfo.ts';

/** How two readings of one patch mail stand to each other. */
export type Outcome =
  | 'equal'
  | 'damaged for both'
  | 'git sees no patch'
  | 'we see no patch'
  | 'damaged for us alone'
  | 'other bytes';

const DIFF_LINE = /^(?:diff --git |@@ -\d)/m;

/** Null for a mail that sends no patch: a reply, a forwarded mail, a pull request, or one without a diff for either. */
export async function compareMail(bytes: Uint8Array, folder: string): Promise<[Letter, Outcome] | null> {
  const octets = Buffer.from(bytes).toString('latin1');
  const letter = await readMail(octets, { limits, mime: mailparserMime });
  const { isReply, isForward, isPull } = parseSubject(letter.subject);
  if (isReply || isForward || isPull) return null;
  const found = readPatch(letter);
  const isOurs = found.from === 'inline' || found.from === 'attachment';
  if (!isOurs && !mayHoldDiff(octets)) return null;
  const theirs = mailinfoPatch(bytes, folder) ?? '';
  if (!isOurs && !DIFF_LINE.test(theirs)) return null;
  if (isOurs) return [letter, outcomeOf(found, theirs)];
  return [letter, isWhole(theirs) ? 'we see no patch' : 'damaged for both'];
}

/** Encoded bodies are not looked into. */
function mayHoldDiff(octets: string): boolean {
  return octets.includes('diff --git ') || octets.includes('\n@@ -') || /base64/i.test(octets);
}

function outcomeOf({ wholeOctets }: FoundPatch, theirs: string): Outcome {
  if (theirs.trim() === '') return 'git sees no patch';
  if (wholeOctets === null) return isWhole(theirs) ? 'damaged for us alone' : 'damaged for both';
  return isSameDiff(wholeOctets.trimEnd(), theirs) ? 'equal' : 'other bytes';
}

/** The same bytes from the first line of the diff to the last, and nothing of a diff around them. */
function isSameDiff(ours: string, theirs: string): boolean {
  const at = theirs.startsWith(ours) ? 0 : theirs.indexOf(`\n${ours}`) + 1;
  if (at === 0 && !theirs.startsWith(ours)) return false;
  return !DIFF_LINE.test(theirs.slice(0, at)) && !DIFF_LINE.test(theirs.slice(at + ours.length));
}
