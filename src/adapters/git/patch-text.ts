import type { FileDiff, Hunk, Patch } from '../../series/series.ts';

/**
 * A series as one git patch, written anew from what was read of it: paths that were looked at, counts, and lines. No
 * header of the mail's own reaches git. Only for a series that was taken, whose paths are plain.
 */
export function patchText(patches: readonly Patch[]): string {
  return patches.flatMap(({ files }) => files.map(fileText)).join('');
}

function fileText({ path, oldPath, hunks }: FileDiff): string {
  const from = oldPath ?? path;
  const isNew = hunks.length > 0 && hunks.every(({ oldLines }) => oldLines === 0) && hunks[0]?.oldStart === 0;
  const isGone = hunks.length === 1 && hunks[0]?.newLines === 0 && hunks[0].newStart === 0;
  const head = [
    `diff --git a/${from} b/${path}`,
    ...(isNew ? ['new file mode 100644'] : []),
    ...(isGone ? ['deleted file mode 100644'] : []),
    ...(oldPath === null ? [] : [`rename from ${oldPath}`, `rename to ${path}`]),
  ];
  if (hunks.length === 0) return oldPath === null ? '' : `${head.join('\n')}\n`;
  const names = [`--- ${isNew ? '/dev/null' : `a/${from}`}`, `+++ ${isGone ? '/dev/null' : `b/${path}`}`];
  return `${[...head, ...names, ...hunks.flatMap(hunkLines)].join('\n')}\n`;
}

function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string[] {
  const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  return [head, ...lines.map(({ kind, text }) => `${kind}${text}`)];
}
