import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';

const FOLDER = join(import.meta.dirname, '..', 'threads', 'broken');

/** What is left of the diff of each mail that once broke us: lines added and removed, and what is said of it. */
const EXPECTED: Readonly<Record<string, readonly [added: number, removed: number, code: string]>> = {
  'a-line-cut-out-of-the-middle.eml': [0, 0, 'diff-damaged'],
  'dates-of-a-plain-diff-wrapped.eml': [1, 1, 'diff-mended'],
  'empty-context-line-joined-to-the-next.eml': [2, 0, 'diff-mended'],
  'file-header-wrapped.eml': [1, 1, 'diff-mended'],
  'hunk-header-wrapped-and-closing-too-soon.eml': [1, 1, 'diff-mended'],
  'no-break-spaces-for-blanks.eml': [1, 1, 'diff-mended'],
};

describe('mails that once broke us', () => {
  test('every one of them is here', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(EXPECTED));
  });

  test.each(Object.entries(EXPECTED))('%s', async (name, [added, removed, code]) => {
    const { value } = await readDocument(readFileSync(join(FOLDER, name)));
    const [series] = collectSeries(value, seriesLimits);
    expect(series?.patches[0]?.files).toMatchObject([{ path: 'drivers/usb/work.c', added, removed }]);
    expect(series?.patches[0]?.patchId).toBeNull();
    expect(series?.problems.map((problem) => problem.code)).toContain(code);
  });
});
