import type { FileDiff } from '../series/series.ts';
import type { Unmodelled } from './unmodelled.ts';

/** Lines of one file's diff, context included, that are read. */
const LINES_MAX = 20_000;

/** A file whose hunks are not read: no C, or too much of it. */
export function isUnread(file: FileDiff): boolean {
  return !isCode(file) || isTooLarge(file);
}

/** Documentation has no effect on the model; anything else that is not C might. */
export function notCode(file: FileDiff): Unmodelled[] {
  const { path, isBinary, hunks } = file;
  const isText = /^(?:Documentation\/|MAINTAINERS$|CREDITS$)|\.(?:rst|txt|md)$/.test(path);
  if (isText || (hunks.length === 0 && !isBinary)) return [];
  const why = isBinary
    ? 'a binary file'
    : isCode(file)
      ? `more than ${LINES_MAX} lines of diff`
      : 'not C source';
  return [{ file: path, why }];
}

function isCode({ path, isBinary }: FileDiff): boolean {
  return !isBinary && /\.[ch]$/.test(path);
}

function isTooLarge({ hunks }: FileDiff): boolean {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0) > LINES_MAX;
}
