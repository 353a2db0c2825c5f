import type { Letter } from '../ingest/letter.ts';
import type { Problem } from '../problem.ts';
import { parseDiff, type SourceLine } from './diff.ts';
import { patchIdOf } from './patch-id.ts';
import { readQuotedDiff } from './quoted-diff.ts';
import type { FileDiff, PatchOrigin } from './series.ts';

/** The patch that one letter holds, before it has a place in a series. */
export interface FoundPatch {
  readonly from: PatchOrigin;
  readonly files: readonly FileDiff[];
  readonly patchId: string | null;
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
  const lines = sourceLines(letter.text);
  const parsed = parseDiff(lines, letter.messageId);
  if (parsed.files.length === 0) return null;
  const octets = letter.octets.split('\n').slice(parsed.start, parsed.end);
  return {
    from: 'inline',
    files: parsed.files,
    patchId: parsed.problems.length === 0 ? patchIdOf(octets) : null,
    message: messageAbove(lines.slice(0, parsed.start).map((line) => line.text)),
    depth: 0,
    problems: parsed.problems,
  };
}

function readAttached(letter: Letter): FoundPatch | null {
  for (const attachment of letter.attachments) {
    const parsed = parseDiff(sourceLines(attachment.text), letter.messageId);
    if (parsed.files.length === 0) continue;
    const octets = attachment.octets.split('\n').slice(parsed.start, parsed.end);
    const above = attachment.text.split('\n').slice(0, parsed.start);
    const patchId = parsed.problems.length === 0 ? patchIdOf(octets) : null;
    const message = messageAbove(letter.text.trim() === '' ? above : letter.text.split('\n'));
    return { from: 'attachment', files: parsed.files, patchId, message, depth: 0, problems: parsed.problems };
  }
  return null;
}

function readQuoted(letter: Letter): FoundPatch | null {
  const found = readQuotedDiff(letter.text, letter.messageId);
  if (found === null) return null;
  const isCollapsed = letter.problems.some((problem) => problem.code === 'line-breaks-lost');
  const patchId =
    found.wholeLines === null || isCollapsed ? null : patchIdOf(quotedOctets(letter, found.wholeLines));
  const { files, depth, problems } = found;
  return { from: 'quoted', files, patchId, message: messageAbove(found.above), depth, problems };
}

function diffless(letter: Letter): FoundPatch {
  const isWhole = letter.source === 'commit-page' || letter.source === 'patch';
  const message = isWhole ? letter.text.trim() : messageAbove(letter.text.split('\n'));
  return { from: 'diffless', files: [], patchId: null, message, depth: 0, problems: [] };
}

/** The lines of a quoted diff before charset decoding; one blank behind the marks is the mailer's. */
function quotedOctets(letter: Letter, lineNumbers: readonly number[]): readonly string[] {
  const octets = letter.octets.split('\n');
  return lineNumbers.map((number) => (octets[number - 1] ?? '').replace(/^[> ]*> ?/, ''));
}

function sourceLines(text: string): readonly SourceLine[] {
  return text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));
}

/** What stands above the `---` line, without empty lines at its ends. */
function messageAbove(lines: readonly string[]): string {
  const rule = lines.findIndex((line) => /^---\s*$/.test(line));
  return (rule < 0 ? lines : lines.slice(0, rule)).join('\n').trim();
}
