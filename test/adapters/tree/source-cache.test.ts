import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSourceCache } from '../../../src/adapters/tree/source-cache.ts';
import { noneKnown, readOnce, type SourceText } from '../../../src/model/known-sources.ts';
import { driverTree } from '../../model/driver-tree.ts';

const home = mkdtempSync(join(tmpdir(), 'giveback-cache-'));
afterAll(() => rmSync(home, { recursive: true }));
const files: readonly SourceText[] = Object.entries(driverTree()).map(([path, text]) => ({ path, text }));
const read = files.map((file) => readOnce(file, noneKnown()));
const folderOf = (cache: string): string => {
  const [key = ''] = readdirSync(join(cache, 'sources'));
  return join(cache, 'sources', key);
};

describe('what was read of source files', () => {
  test('is the same when it comes from the cache', () => {
    const cache = join(home, 'same');
    for (const file of files) readOnce(file, openSourceCache(cache));
    const again = openSourceCache(cache);
    expect(files.map((file) => again.find(file))).toEqual(read);
    expect(readdirSync(folderOf(cache))).toHaveLength(files.length);
  });

  test('is not there for another text, or the same text elsewhere', () => {
    const cache = join(home, 'other');
    for (const file of files) readOnce(file, openSourceCache(cache));
    const again = openSourceCache(cache);
    const [{ path, text } = { path: '', text: '' }] = files;
    expect(again.find({ path, text: `${text} ` })).toBeNull();
    expect(again.find({ path: `${path}.c`, text })).toBeNull();
  });

  test('is read anew where the disk holds something else', () => {
    const cache = join(home, 'broken');
    for (const file of files) readOnce(file, openSourceCache(cache));
    for (const name of readdirSync(folderOf(cache))) writeFileSync(join(folderOf(cache), name), '{"path":');
    expect(files.map((file) => openSourceCache(cache).find(file))).toEqual(files.map(() => null));
    expect(files.map((file) => readOnce(file, openSourceCache(cache)))).toEqual(read);
  });

  test('of another version is thrown away', () => {
    const cache = join(home, 'version');
    mkdirSync(join(cache, 'sources', 'older'), { recursive: true });
    openSourceCache(cache);
    expect(readdirSync(join(cache, 'sources'))).not.toContain('older');
  });

  test('is kept in memory only where no folder can be made', () => {
    writeFileSync(join(home, 'file'), '');
    const cache = openSourceCache(join(home, 'file'));
    expect(files.map((file) => readOnce(file, cache))).toEqual(read);
    expect(files.map((file) => cache.find(file))).toEqual(read);
  });
});
