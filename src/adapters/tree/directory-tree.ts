import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { SourceTree } from '../../model/source-tree.ts';

/** A source file of the kernel is never larger; what is, is not read. */
const BYTES_MAX = 8 * 1024 * 1024;

/**
 * A plain directory of sources, such as an unpacked linux-source. Nothing outside of it is read: neither through `..` nor
 * through a symbolic link.
 */
export function directoryTree(root: string): SourceTree {
  const home = realpathSync(root);
  return {
    read: (path) => readWithin(home, path),
    list: (prefix) => listWithin(home, prefix),
  };
}

function readWithin(home: string, path: string): string | null {
  const file = join(home, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > BYTES_MAX || !isWithin(home, file)) return null;
  return readFileSync(file, 'utf8');
}

function listWithin(home: string, prefix: string): string[] {
  const folder = prefix.endsWith('/') ? prefix.slice(0, -1) : dirname(prefix);
  const start = join(home, folder);
  if (!lstatSync(start, { throwIfNoEntry: false })?.isDirectory() || !isWithin(home, start)) return [];
  return readdirSync(start, { recursive: prefix.endsWith('/'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.startsWith(prefix))
    .sort();
}

function isWithin(home: string, path: string): boolean {
  const real = realpathSync(path);
  return real === home || real.startsWith(`${home}${sep}`);
}
