import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shared, sharedExists } from '../support/shared.ts';

/**
 * Which test reads the right answer of each file of the mail corpus. `none` says why nobody does; the tests of the other
 * rows are files of this folder.
 */
const CHECKED: readonly (readonly [files: RegExp, by: string])[] = [
  [/(?:^|\/)(?:COPYING|MANIFEST\.md|README\.md|INDEX\.tsv|\.gitattributes)$/, 'none: about the files'],
  [/^patchwork\/.*\/series\/dependency-.*\.template$/, 'manifest-corpus'],
  [/^patchwork\/.*\/series\/[^/]*\.mbox$/, 'series-corpus'],
  [/^patchwork\/.*\/fuzz\//, 'ingest-corpus'],
  [/^patchwork\/.*\/mail\//, 'manifest-corpus'],
  [/^patchwork\/.*\/patches\//, 'manifest-corpus'],
  [/^b4\/.*\/gpg-.*\.txt$/, 'none: what gpg prints, which we do not read'],
  [/^b4\/.*\/trailers-with-tripledash\.bundle$/, 'none: a tree for b4 trailers -u, which we have no like of'],
  [/^b4\/.*\/save-[78]bit-clean\.txt$/, 'manifest-corpus'],
  [/^b4\/.*\/naked-cover-/, 'series-corpus'],
  [/^b4\/.*\/trailers-followup-already-present\.mbox$/, 'series-corpus'],
  [/^b4\//, 'b4-samples'],
  [/^git\/t\/t5100\/(?:sample\.mbox|patch00\d\d|rfc2047-.*)$/, 'ingest-corpus'],
  [/^git\/t\/t5100\/(?:info-from|quoted-string|comment|embed-from)\.(?:in|expect)$/, 'manifest-corpus'],
  [/^git\/t\/t5100\/quoted-from\.(?:in|expect)$/, 'ingest-corpus'],
  [/^git\/t\/t4258\//, 'ingest-corpus'],
  [/^git\//, 'mailinfo-corpus'],
  [/^linux-usb\/b4(?:head)?-oracle\.jsonl$/, 'none: asked of the archive by npm run compare:b4'],
  [/^linux-usb\/hard-series\//, 'series-corpus'],
  [/^linux-usb\/cases\//, 'cases-corpus'],
  [/^linux-usb\/[^/]*\.mbox$/, 'threads-corpus'],
];

function filesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const name of readdirSync(join(folder, at))) {
      const path = at === '' ? name : `${at}/${name}`;
      if (statSync(join(folder, path)).isDirectory()) waiting.push(path);
      else found.push(path);
    }
  return found;
}

describe.skipIf(!sharedExists)('the mail corpus', () => {
  const files = sharedExists ? filesBelow(shared('corpus/mail')) : [];

  test('has a test for every file, or a reason', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => !CHECKED.some(([pattern]) => pattern.test(file)))).toEqual([]);
  });

  test('has no row for files that are not there, and names tests that are', () => {
    const met = new Set(files.map((file) => CHECKED.findIndex(([pattern]) => pattern.test(file))));
    expect(CHECKED.filter((_, at) => !met.has(at)).map(([pattern]) => String(pattern))).toEqual([]);
    for (const [, by] of CHECKED)
      if (!by.startsWith('none: '))
        expect(readFileSync(join(import.meta.dirname, `${by}.test.ts`), 'utf8')).toContain('corpus');
  });
});
