import { loadCParser } from '../../src/adapters/c-parser/c-parser.ts';
import type { SourceTree } from '../../src/model/source-tree.ts';

/** A tree that is held in memory. */
export function memoryTree(files: Readonly<Record<string, string>>): SourceTree {
  return {
    read: (path) => files[path] ?? null,
    list: (prefix) =>
      Object.keys(files)
        .filter((path) => path.startsWith(prefix))
        .sort(),
  };
}

/** The grammar itself: there is nothing to gain from another one in tests. */
export const parseC = await loadCParser();
