import type { Address, Attachment, FileHead, Letter } from '../ingest/letter.ts';
import type { Problem } from '../problem.ts';
import { readInBody } from './in-body-headers.ts';
import { readInlineDiff } from './inline-diff.ts';
import { lineAt, lineOffset } from './line.ts';
import { readQuotedDiff } from './quoted-diff.ts';
import { reorderedLines } from './reordered-lines.ts';
import type { FileDiff, PatchOrigin } from './series.ts';

/** The patch that one letter holds, before it has a place in a series. */
export interface FoundPatch {
  readonly from: PatchOrigin;
  readonly files: readonly FileDiff[];
  /** The diff, one character per byte, when every line of it is as it was sent; null otherwise. */
  readonly wholeOctets: string | null;
  /** The commit message, without quote marks and in-body headers. */
  readonly message: string;
  /** From the mail's first lines, where the patch is not of its sender. */
  readonly author: Address | null;
  readonly subject: string | null;
  /** How deep it is quoted; 0 when it is the letter's own. */
  readonly depth: number;
  readonly problems: readonly Problem[];
}

/** Finds the patch of a letter: in its own text, else in an attachment, else in what it quotes, else none. */
export function readPatch(letter: Letter): FoundPatch {
  return readInline(letter) ?? readAttached(letter) ?? readQuoted(letter) ?? diffless(letter);
}

function readInline(letter: Letter): FoundPatch | null {
  const whole = readWhole(letter, letter.messageId);
  return whole === null ? null : { from: 'inline', ...whole.found, ...messageAbove(whole.above) };
}

function readAttached(letter: Letter): FoundPatch | null {
  for (const attachment of letter.attachments) {
    const whole = readWhole(attachment, letter.messageId);
    if (whole === null) continue;
    return { from: 'attachment', ...whole.found, ...bothMessages(letter.text, attachment, whole.above) };
  }
  return null;
}

/** What the letter says, and what the file does where it is a mail or the letter is empty. Source: git mailinfo. */
function bothMessages(text: string, { head }: Attachment, above: string) {
  const own = messageAbove(text);
  if (text.trim() === '') return fileMessage(head, above);
  if (head === null) return own;
  const file = fileMessage(head, above);
  return { ...own, message: `${own.message}\n\n${file.message}`.trim(), author: own.author ?? file.author };
}

/** Every patch that a letter has attached, each with the message, the author and the subject of its file. */
export function readAttachedPatches(letter: Letter): readonly FoundPatch[] {
  return letter.attachments.flatMap((attachment): readonly FoundPatch[] => {
    const whole = readWhole(attachment, letter.messageId);
    if (whole === null) return [];
    return [{ from: 'attachment', ...whole.found, ...fileMessage(attachment.head, whole.above) }];
  });
}

/** The message of an attached file; its lines `From:` and `Subject:` below the headers say it before the headers do. */
function fileMessage(head: FileHead | null, above: string) {
  const said = messageAbove(head === null ? above : above.slice(lineOffset(above, head.lines)));
  const subject = said.subject ?? (head === null || head.subject === '' ? null : head.subject);
  return { ...said, author: said.author ?? head?.from ?? null, subject };
}

/** The diff that stands in a text without quote marks. */
function readWhole(from: { readonly text: string; readonly octets: string }, messageId: string | null) {
  if (!mayHoldDiff(from.text)) return null;
  const diff = readInlineDiff(from.text, messageId);
  if (diff === null) return null;
  const wholeOctets = diff.isWhole ? octetsOf(from, diff.lines) : null;
  const problems = [...diff.problems, ...reorderedLines(from.text, diff.files)];
  const found = { files: diff.files, problems, depth: 0, wholeOctets };
  return { above: from.text.slice(0, diff.start), found };
}

/** The lines of a diff before charset decoding. */
function octetsOf(
  { octets }: { readonly octets: string },
  lines: { readonly first: number; readonly end: number },
): string {
  const start = lineOffset(octets, lines.first);
  return octets.slice(start, start + lineOffset(octets.slice(start), lines.end - lines.first));
}

/** Most letters hold none, and a search is cheaper than a reading. */
function mayHoldDiff(text: string): boolean {
  return text.includes('diff --git ') || text.includes('\n@@ -');
}

function readQuoted(letter: Letter): FoundPatch | null {
  const found = readQuotedDiff(letter.text, letter.messageId);
  if (found === null) return null;
  const isCollapsed = letter.problems.some((problem) => problem.code === 'line-breaks-lost');
  const isWhole = found.wholeLines !== null && !isCollapsed;
  const wholeOctets = isWhole ? quotedOctets(letter, found.wholeLines) : null;
  const { files, depth, problems } = found;
  return { from: 'quoted', files, wholeOctets, ...messageAbove(found.above.join('\n')), depth, problems };
}

function diffless(letter: Letter): FoundPatch {
  const isWhole = letter.source === 'commit-page' || letter.source === 'patch';
  const whole = { message: letter.text.trim(), author: null, subject: null };
  const said = isWhole ? whole : messageAbove(letter.text);
  return { from: 'diffless', files: [], wholeOctets: null, ...said, depth: 0, problems: [] };
}

/** The lines of a quoted diff before charset decoding; one blank behind the marks is the mailer's. */
function quotedOctets(letter: Letter, lineNumbers: readonly number[]): string {
  const octets = letter.octets.split('\n');
  return lineNumbers.map((number) => (octets[number - 1] ?? '').replace(/^[> ]*> ?/, '')).join('\n');
}

/** What stands above the `---` line: in-body headers, and the message without empty lines at its ends. */
function messageAbove(text: string) {
  const { from, subject, rest } = readInBody(text.slice(0, ruleOffset(text)));
  return { message: rest.trim(), author: from, subject };
}

/** Where a line `---` begins, blanks behind it or not; the length of the text when there is none. */
function ruleOffset(text: string): number {
  if (isRule(text, 0)) return 0;
  for (let feed = text.indexOf('\n---'); feed >= 0; feed = text.indexOf('\n---', feed + 1)) {
    if (isRule(text, feed + 1)) return feed;
  }
  return text.length;
}

function isRule(text: string, at: number): boolean {
  return text.startsWith('---', at) && lineAt(text, at).trimEnd() === '---';
}
