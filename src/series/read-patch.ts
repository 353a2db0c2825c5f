import type { Letter } from '../ingest/letter.ts';
import type { Problem } from '../problem.ts';
import { type ParsedDiff, parseDiff } from './diff.ts';
import { readQuotedDiff } from './quoted-diff.ts';
import type { FileDiff, PatchOrigin } from './series.ts';

/** The patch that one letter holds, before it has a place in a series. */
export interface FoundPatch {
  readonly from: PatchOrigin;
  readonly files: readonly FileDiff[];
  /** The diff's lines, one character per byte, when every one of them is as it was sent; null otherwise. */
  readonly wholeOctets: readonly string[] | null;
  /** The commit message, without quote marks. */
  readonly message: string;
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
  return whole === null ? null : { from: 'inline', ...whole.found, message: messageAbove(whole.above) };
}

function readAttached(letter: Letter): FoundPatch | null {
  for (const attachment of letter.attachments) {
    const whole = readWhole(attachment, letter.messageId);
    if (whole === null) continue;
    const message = messageAbove(letter.text.trim() === '' ? whole.above : letter.text.split('\n'));
    return { from: 'attachment', ...whole.found, message };
  }
  return null;
}

/** The diff that stands in a text without quote marks. */
function readWhole(from: { readonly text: string; readonly octets: string }, messageId: string | null) {
  if (!mayHoldDiff(from.text)) return null;
  const lines = from.text.split('\n');
  const parsed = parseDiff({ lines, numbers: null, messageId });
  if (parsed.files.length === 0) return null;
  const octets = from.octets === from.text ? lines : from.octets.split('\n');
  const { files, problems } = parsed;
  return {
    above: lines.slice(0, parsed.start),
    found: { files, problems, depth: 0, wholeOctets: wholeOf(parsed, octets) },
  };
}

function wholeOf(parsed: ParsedDiff, octets: readonly string[]): readonly string[] | null {
  return parsed.problems.length === 0 ? octets.slice(parsed.start, parsed.end) : null;
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
  return { from: 'quoted', files, wholeOctets, message: messageAbove(found.above), depth, problems };
}

function diffless(letter: Letter): FoundPatch {
  const isWhole = letter.source === 'commit-page' || letter.source === 'patch';
  const message = isWhole ? letter.text.trim() : messageAbove(letter.text.split('\n'));
  return { from: 'diffless', files: [], wholeOctets: null, message, depth: 0, problems: [] };
}

/** The lines of a quoted diff before charset decoding; one blank behind the marks is the mailer's. */
function quotedOctets(letter: Letter, lineNumbers: readonly number[]): readonly string[] {
  const octets = letter.octets.split('\n');
  return lineNumbers.map((number) => (octets[number - 1] ?? '').replace(/^[> ]*> ?/, ''));
}

/** What stands above the `---` line, without empty lines at its ends. */
function messageAbove(lines: readonly string[]): string {
  const rule = lines.findIndex((line) => line.startsWith('---') && line.trimEnd() === '---');
  return (rule < 0 ? lines : lines.slice(0, rule)).join('\n').trim();
}
