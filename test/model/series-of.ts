import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePatch, type StructuredPatch } from 'diff';
import type { HcdProfile } from '../../src/model/hcd-profile.ts';
import { NOWHERE } from '../../src/problem.ts';
import type { DiffLine, FileDiff, Patch, Series } from '../../src/series/series.ts';

const CONFIG = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'config', 'hcd');

/** The profiles as they are shipped. */
export const PROFILES: readonly HcdProfile[] = readdirSync(CONFIG)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(CONFIG, name), 'utf8')));

export function profileOf(driver: string): HcdProfile {
  const profile = PROFILES.find((candidate) => candidate.driver === driver);
  if (profile === undefined) throw new Error(`no profile for ${driver}`);
  return profile;
}

/** A series of one patch for each diff. `diff` is unified, with `--- a/…` and `+++ b/…`. */
export function seriesOf(
  diffs: readonly string[],
  told: Partial<Series> & { readonly message?: string } = {},
): Series {
  const { message = '', ...rest } = told;
  const subject = told.subject ?? 'usb: change something';
  const patches = diffs.map((diff, index) => patchOf(diff, { index: index + 1, subject, message }));
  return {
    subject,
    version: 1,
    total: diffs.length,
    rfc: false,
    resend: false,
    author: null,
    date: null,
    baseCommit: null,
    coverLetter: false,
    complete: true,
    missing: [],
    patches,
    trailers: [],
    versions: [],
    replies: 0,
    letters: [],
    problems: [],
    ...rest,
  };
}

/** A series whose diff is not in the mail. */
export function textSeries(subject: string, message = ''): Series {
  return seriesOf([''], { subject, message });
}

function patchOf(
  diff: string,
  { index, subject, message }: Pick<Patch, 'index' | 'subject' | 'message'>,
): Patch {
  const files = diff === '' ? [] : parsePatch(diff).map(fileOf);
  const from = files.length === 0 ? 'diffless' : 'inline';
  return { index, subject, messageId: null, from, files, patchId: null, message };
}

function fileOf({ oldFileName = '', newFileName = '', hunks }: StructuredPatch): FileDiff {
  const path = withoutPrefix(newFileName === '/dev/null' ? oldFileName : newFileName);
  const oldPath = withoutPrefix(oldFileName);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    path,
    oldPath: oldPath === path || oldFileName === '/dev/null' ? null : oldPath,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    isBinary: false,
    hunks: hunks.map((hunk) => ({
      oldStart: hunk.oldStart,
      oldLines: hunk.oldLines,
      newStart: hunk.newStart,
      newLines: hunk.newLines,
      section: '',
      lines: hunk.lines.map(diffLine),
      at: NOWHERE,
    })),
  };
}

function diffLine(line: string): DiffLine {
  const kind = line.charAt(0) === '+' ? '+' : line.charAt(0) === '-' ? '-' : ' ';
  return { kind, text: line.slice(1), at: NOWHERE };
}

function withoutPrefix(name: string): string {
  return name.replace(/^[ab]\//, '');
}
