import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KNOWN_FOLDERS, STAGES } from '../gates/layer-rules.ts';
import { codeWords, ourFiles, root, textOf } from './tree.ts';

const TOP = /^(?:src|workers|config|test|docs|\.ci|\.github)\//;
const FILE = /^[A-Za-z.-]+\.(?:ts|js|json|md|yml)$/;

const markdown = ourFiles().filter((path) => path.endsWith('.md') && !path.startsWith('test/'));
const pathsIn = (text: string): string[] =>
  codeWords(text).filter((word) => TOP.test(word) || FILE.test(word));
const architecture = textOf('ARCHITECTURE.md');

describe('ARCHITECTURE.md', () => {
  it('names paths, and every one exists', () => {
    const named = pathsIn(architecture);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names every folder of src', () => {
    const folders = ourFiles().flatMap((path) => /^src\/[^/]+\//.exec(path)?.[0] ?? []);
    expect([...new Set(folders)].filter((folder) => !architecture.includes(folder))).toEqual([]);
    expect(folders.length).toBeGreaterThan(KNOWN_FOLDERS.length / 2);
  });

  it('says who may read whom as the layer gate does', () => {
    const rows = STAGES.map(({ folder, reads }) => [folder, reads.join(', ') || 'nothing']);
    const words = rows.map(
      ([folder, reads]) => `${folder} reads ${reads?.replace('report', 'the contract')}`,
    );
    const table = [...architecture.matchAll(/^\| ([a-z]+) +\| ([a-z, ]+)\|$/gm)];
    const said = table.map((match) => `${match[1]} reads ${match[2]?.trim()}`);
    expect(said.filter((line) => !line.startsWith('stage '))).toEqual(words);
  });

  it('states its invariants', () => {
    expect(architecture.match(/^\*\*Invariant:\*\*/gm)?.length ?? 0).toBeGreaterThanOrEqual(8);
  });
});

describe('prose', () => {
  it.each(markdown)('%s links only to files that exist', (path) => {
    const links = [...textOf(path).matchAll(/\]\(([^)\s#]+)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});
