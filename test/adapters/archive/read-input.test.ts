import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../../src/adapters/archive/read-input.ts';
import { limits } from '../../ingest/settings.ts';

async function folder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'giveback-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

const texts = async (path: string) =>
  (await readInput(path, limits)).value.map(({ bytes }) => Buffer.from(bytes).toString());

describe('an input becomes documents', () => {
  test('a file is one', async () => {
    expect(await texts(join(await folder({ 'a.mbox': 'hello\n' }), 'a.mbox'))).toEqual(['hello\n']);
  });

  test('gzip is known by its bytes, not by its name', async () => {
    expect(await texts(join(await folder({ a: gzipSync('hello\n') }), 'a'))).toEqual(['hello\n']);
  });

  test('the mails of a Maildir are one each, in the order of their names', async () => {
    expect(
      await texts(await folder({ 'cur/2': 'two', 'cur/1': 'one', 'new/3': 'three', 'tmp/4': 'no' })),
    ).toEqual(['one', 'two', 'three']);
  });

  test('patches are one thread', async () => {
    expect(
      await texts(await folder({ '0002-b.patch': 'b\n', '0001-a.patch': 'a', 'notes.txt': 'no' })),
    ).toEqual(['a\n\nb\n\n']);
  });
});

describe('limits are kept while reading', () => {
  test('a file above the limit is refused', async () => {
    const path = join(await folder({ a: 'x'.repeat(1000) }), 'a');
    expect(await readInput(path, { ...limits, documentBytesMax: 999 })).toMatchObject({
      value: [],
      problems: [{ code: 'input-too-large', bytes: 1000, limitBytes: 999 }],
    });
  });

  test('of the files of a folder those that fit are read, and the one that does not is said', async () => {
    const path = await folder({ a: 'x'.repeat(600), b: 'y'.repeat(600) });
    const read = await readInput(path, { ...limits, documentBytesMax: 999 });
    expect(read.value).toHaveLength(1);
    expect(read.problems).toMatchObject([{ code: 'input-too-large' }]);
  });

  test('a gzip bomb stops at the limit of what it inflates to', async () => {
    const path = join(await folder({ a: gzipSync(Buffer.alloc(5_000_000)) }), 'a');
    const read = await readInput(path, { ...limits, inflatedBytesMax: 100_000 });
    expect(read).toMatchObject({ value: [], problems: [{ code: 'input-too-large', limitBytes: 100_000 }] });
  });

  test('a gzip file cut short gives what came before the cut', async () => {
    const whole = gzipSync(
      Array.from({ length: 20_000 }, (_, at) => `line ${(at * 7919) % 10_007}\n`).join(''),
    );
    const path = join(await folder({ a: whole.subarray(0, whole.length - 2000) }), 'a');
    const read = await readInput(path, limits);
    expect(read.problems).toMatchObject([{ code: 'input-truncated' }]);
    expect(read.value[0]?.bytes.length).toBeGreaterThan(1000);
  });
});

test("a path that is not there is the file system's own error", async () => {
  await expect(readInput('/nowhere/at/all', limits)).rejects.toThrow('ENOENT');
});
