import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readMboxFile } from '../../../src/adapters/archive/mbox-file.ts';
import { streamLetters } from '../../../src/ingest/read-letters.ts';
import { settings } from '../../ingest/settings.ts';

const MBOX = [1, 2, 3]
  .map(
    (number) =>
      `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: a@example.org\nSubject: ${number}\n\nbody ${number}\n\n`,
  )
  .join('');

async function subjects(bytes: Uint8Array): Promise<readonly string[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'giveback-mbox-')), 'x');
  writeFileSync(path, bytes);
  const found: string[] = [];
  for await (const letter of streamLetters(readMboxFile(path), settings)) found.push(letter.subject);
  return found;
}

test('a file is read letter by letter, plain or gzip', async () => {
  expect(await subjects(Buffer.from(MBOX))).toEqual(['1', '2', '3']);
  expect(await subjects(gzipSync(MBOX))).toEqual(['1', '2', '3']);
});

test('a file that is no mbox has no letters', async () => {
  expect(await subjects(Buffer.from('hello\n'))).toEqual([]);
});

test("a file that is not there is the file system's own error", async () => {
  await expect(readMboxFile('/nowhere/at/all').next()).rejects.toThrow('ENOENT');
});
