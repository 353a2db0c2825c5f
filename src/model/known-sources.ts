import { REGISTRATION_NAMES } from './entry-points.ts';
import { readSource, type SourceFile } from './source-file.ts';
import type { SourceTree } from './source-tree.ts';

/** A file of a tree, as it stands there. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Files that were read before: most are the same before a series and after it, and from one kernel to the next. */
export interface KnownSources {
  readonly find: (file: SourceText) => SourceFile | null;
  readonly keep: (file: SourceText, read: SourceFile) => void;
}

/** Knows nothing yet, and remembers what it is told until it is forgotten itself. */
export function noneKnown(): KnownSources {
  const known = new Map<string, SourceFile>();
  return {
    find: ({ path, text }) => {
      const found = known.get(text);
      return found?.path === path ? found : null;
    },
    keep: ({ text }, read) => void known.set(text, read),
  };
}

/** The file as the model reads it, unless it was read before. */
export function readOnce(file: SourceText, known: KnownSources): SourceFile {
  const before = known.find(file);
  if (before !== null) return before;
  const read = readSource(file.path, file.text, REGISTRATION_NAMES);
  known.keep(file, read);
  return read;
}

/** The C files and headers whose path begins so. */
export function sourceTexts({ list, read }: SourceTree, prefix: string): SourceText[] {
  return list(prefix)
    .filter((path) => /\.[ch]$/.test(path))
    .map((path) => ({ path, text: read(path) ?? '' }));
}
