import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { structuredPatch } from 'diff';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { HcdProfile } from '../../src/model/hcd-profile.ts';
import { NOWHERE } from '../../src/problem.ts';
import type { DiffLine, FileDiff, Series } from '../../src/series/series.ts';

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

/** A file before and after, as git would show it: three lines of context, and the function in each hunk's header. */
export function fileDiff(
  path: string,
  before: string,
  after: string,
  oldPath: string | null = null,
): FileDiff {
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 3 });
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    path,
    oldPath,
    oldBlob: null,
    mode: null,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    isBinary: false,
    hunks: hunks.map(({ oldStart, oldLines, newStart, newLines, lines: own }) => ({
      // git counts the line before where there is none on a side, the library does not.
      oldStart: oldLines === 0 ? oldStart - 1 : oldStart,
      oldLines,
      newStart: newLines === 0 ? newStart - 1 : newStart,
      newLines,
      section: sectionAt(before.split('\n'), oldStart),
      lines: own.filter((line) => !line.startsWith('\\')).map(diffLine),
      at: NOWHERE,
    })),
  };
}

/** A series of one patch for each list of files. */
export function seriesOf(patches: readonly (readonly FileDiff[])[], told: Partial<Series> = {}): Series {
  const subject = told.subject ?? 'usb: change something';
  return {
    subject,
    version: 1,
    total: patches.length,
    rfc: false,
    resend: false,
    submission: true,
    purpose: 'submission',
    author: null,
    date: null,
    baseCommit: null,
    changeId: null,
    prerequisites: [],
    supersedes: [],
    coverLetter: false,
    complete: true,
    missing: [],
    patches: patches.map((files, index) => ({
      index: index + 1,
      subject,
      messageId: null,
      from: files.length === 0 ? 'diffless' : 'inline',
      files,
      patchId: null,
      message: '',
    })),
    trailers: [],
    versions: [],
    replies: 0,
    answers: [],
    letters: [],
    problems: [],
    ...told,
  };
}

/** A series whose diff is not in the mail. */
export function textSeries(subject: string, message = ''): Series {
  const series = seriesOf([[]], { subject });
  return { ...series, patches: series.patches.map((patch) => ({ ...patch, message })) };
}

/** The model of one patch to one file; fails when there is none. */
export function modelOf(path: string, before: string, after: string, told: Partial<Series> = {}): Model {
  const model = deriveModel(seriesOf([[fileDiff(path, before, after)]], told), PROFILES, []);
  if (model === null) throw new Error('no model');
  return model;
}

/** The last line above a hunk that begins with a letter, which is what git prints. */
function sectionAt(lines: readonly string[], start: number): string {
  return lines.slice(0, start - 1).findLast((line) => /^[A-Za-z_]/.test(line)) ?? '';
}

function diffLine(line: string): DiffLine {
  const kind = line.charAt(0) === '+' ? '+' : line.charAt(0) === '-' ? '-' : ' ';
  return { kind, text: line.slice(1), at: NOWHERE };
}
