import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type KnownSources, noneKnown } from '../../model/known-sources.ts';
import { packageVersion } from '../../package-facts.ts';
import { readStored, storedText } from './stored-source.ts';

/** A kernel has some six hundred files of interest; with more of them than this the cache begins anew. */
const FILES_MAX = 50_000;
/** The code that reads a file of C: when it changes, what it made before is worth nothing. */
const READERS = ['source-file', 'c-calls', 'c-tokens', 'lock-calls', 'entry-points'];

/** Where programs of this user keep what they can make again. Source: XDG Base Directory Specification */
export function cacheHome(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'giveback');
}

/**
 * What was read of source files by their bytes and their path, kept for the next run, and thrown away by another version
 * of giveback. Where nothing can be written nothing is kept, and nobody is told: it is only slower.
 */
export function openSourceCache(home: string = cacheHome()): KnownSources {
  const sources = join(home, 'sources');
  const folder = join(sources, readersKey());
  const names = openFolder(sources, folder);
  const memory = noneKnown();
  return {
    find: (file) => {
      const name = nameOf(file);
      const known = memory.find(file) ?? (names?.has(name) ? load(join(folder, name), file) : null);
      if (known !== null) memory.keep(file, known);
      return known;
    },
    keep: (file, read) => {
      memory.keep(file, read);
      if (names !== null) save(folder, nameOf(file), storedText(read));
    },
  };
}

function readersKey(): string {
  const hash = createHash('sha256').update(packageVersion());
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  for (const name of READERS)
    hash.update(readFileSync(fileURLToPath(new URL(`../../model/${name}.${extension}`, import.meta.url))));
  return hash.digest('hex').slice(0, 16);
}

/** The names in the folder, once what other versions left is gone; null when it can not be made. */
function openFolder(sources: string, folder: string): ReadonlySet<string> | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const other of readdirSync(sources))
      if (join(sources, other) !== folder) rmSync(join(sources, other), { recursive: true, force: true });
    const names = readdirSync(folder);
    if (names.length <= FILES_MAX) return new Set(names);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    return new Set();
  } catch {
    return null;
  }
}

function nameOf({ path, text }: Parameters<KnownSources['find']>[0]): string {
  return createHash('sha256').update(path).update('\0').update(text).digest('hex');
}

function load(stored: string, file: Parameters<KnownSources['find']>[0]): ReturnType<KnownSources['find']> {
  try {
    return readStored(readFileSync(stored, 'utf8'), file);
  } catch {
    return null;
  }
}

/** Written aside and moved into place: two runs at once find it whole or not at all. */
function save(folder: string, name: string, text: string): void {
  const aside = join(folder, `${name}.${process.pid}`);
  try {
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, join(folder, name));
  } catch {
    rmSync(aside, { force: true });
  }
}
