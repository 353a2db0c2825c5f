import type { FileDiff, Patch } from '../series/series.ts';
import { isPatchPath } from './patch-path.ts';

/** More than this is no patch to a driver, and is not looked at. The largest real series have a fifth of it. */
const MOST = { patches: 100, files: 500, hunks: 5000, addedLines: 100_000, lineCharacters: 10_000 } as const;

/** Modes of a plain file. Symbolic links and other repositories have modes of their own. */
const PLAIN_MODES: ReadonlySet<string | null> = new Set([null, '100644', '100755']);

/** Why a file's diff is not put into any tree, or null. Nothing but plain text at a kernel path is. */
export function whyNotTaken({ path, oldPath, isBinary, mode }: FileDiff): string | null {
  if (!isPatchPath(path) || (oldPath !== null && !isPatchPath(oldPath)))
    return 'not a path of a kernel source';
  if (!PLAIN_MODES.has(mode)) return `mode ${mode}: only plain files are patched`;
  return isBinary ? 'a binary patch is not unpacked' : null;
}

/** Why a series is too large to be put into a tree, or null. */
export function whyTooMuch(patches: readonly Patch[]): string | null {
  const files = patches.flatMap((patch) => patch.files);
  const hunks = files.flatMap((file) => file.hunks);
  const counts = {
    patches: patches.length,
    files: files.length,
    hunks: hunks.length,
    'added lines': files.reduce((sum, { added }) => sum + added, 0),
  };
  const limits = [MOST.patches, MOST.files, MOST.hunks, MOST.addedLines];
  const over = Object.entries(counts).find(([, count], index) => count > (limits[index] ?? 0));
  if (over !== undefined) return `${over[1]} ${over[0]}: more than a series of a driver has`;
  const folded = new Map(files.map(({ path }) => [path.toLowerCase(), path]));
  const twin = files.find(({ path }) => folded.get(path.toLowerCase()) !== path);
  if (twin !== undefined) return `${twin.path} and a file whose name differs in case only`;
  const isLong = hunks.some(({ lines }) => lines.some(({ text }) => text.length > MOST.lineCharacters));
  return isLong ? `a line of more than ${MOST.lineCharacters} characters` : null;
}
