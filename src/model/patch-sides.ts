import type { FileDiff, Hunk } from '../series/series.ts';
import { type CCode, codeOf } from './c-calls.ts';

/** A line of one side of a hunk. `number` is its line in the file of that side. */
export interface SideLine {
  readonly text: string;
  readonly number: number;
  readonly isChanged: boolean;
}

/** One side of a hunk as code; a token's `line` is an index into `lines`. */
export interface Side {
  readonly code: CCode;
  readonly lines: readonly SideLine[];
}

/** A hunk as the code before and the code after it; `path` is the file's name after the patch. */
export interface HunkSides {
  readonly path: string;
  /** The function git names in the hunk's header, "" when it names none. */
  readonly section: string;
  readonly before: Side;
  readonly after: Side;
}

/** Both sides of every hunk of a file. */
export function sidesOf(file: FileDiff): HunkSides[] {
  return file.hunks.map((hunk) => ({
    path: file.path,
    section: hunk.section,
    before: sideOf(hunk, '-'),
    after: sideOf(hunk, '+'),
  }));
}

/** The line a token stands in. */
export function lineAt(side: Side, at: number): SideLine {
  const line = side.lines[side.code.tokens[at]?.line ?? -1];
  return line ?? { text: '', number: 0, isChanged: false };
}

/** The function or the variable that a hunk header's text names: the last word before its parenthesis or its `=`. */
export function sectionName(section: string): string | null {
  const head = section.split(/[(=]/, 1)[0] ?? '';
  const words = head.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '');
  return words.length > 1 ? (words.at(-1) ?? null) : null;
}

function sideOf(hunk: Hunk, own: '-' | '+'): Side {
  const lines: SideLine[] = [];
  let number = own === '-' ? hunk.oldStart : hunk.newStart;
  for (const { kind, text } of hunk.lines) {
    if (kind !== ' ' && kind !== own) continue;
    lines.push({ text, number, isChanged: kind === own });
    number += 1;
  }
  return { code: codeOf(lines.map(({ text }) => text)), lines };
}
