import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare, type Row } from './compare.ts';
import { benchTable, writeFigures } from './figures.ts';

const row: Row = { name: 'work', seconds: 0.3, peer: 'peer', peerSeconds: 0.2, targetRatio: 2 };

describe('the bench', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'giveback-bench-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('prints the ratio to the peer beside the target', () => {
    expect(benchTable([row]).split('\n')).toEqual([
      '| work | s     | peer, s    | ratio | target |',
      '|------|-------|------------|-------|--------|',
      '| work | 0.300 | peer 0.200 | 1.50  | <= 2   |',
    ]);
  });

  it('rewrites its own figures and leaves the prose around them', () => {
    const path = join(folder, 'performance.md');
    writeFigures(path, [row]);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nWhat the figures mean.\n`);
    writeFigures(path, [{ ...row, seconds: 0.4 }]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('| 2.00  |');
    expect(text).not.toContain('| 1.50  |');
    expect(text).toContain('What the figures mean.');
  });

  it('lets work and peer take turns and does not count the first', async () => {
    const turns: string[] = [];
    const run = (name: string) => () => void turns.push(name);
    const peer = { name: 'peer', run: run('peer') };
    const result = await compare({ name: 'work', run: run('work'), peer, targetRatio: null }, 2);
    expect(turns).toEqual(['work', 'peer', 'work', 'peer', 'work', 'peer']);
    expect(result.seconds).toBeGreaterThanOrEqual(0);
  });
});
