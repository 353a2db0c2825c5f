import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPatch } from '../../src/series/read-patch.ts';
import { readDocument, readOne } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const corpus = (path: string) => readFileSync(shared(`corpus/mail/${path}`));
const PATCHWORK = 'patchwork/patchwork/tests/data';

/** The right answers of the corpus that no other test asks for. */
describe.skipIf(!sharedExists)('single mails of the patchwork test data', () => {
  const DIFFS: readonly (readonly [string, readonly string[]])[] = [
    ['0007-cvs-format-diff', ['bfd/elf-bfd.h', 'bfd/elflink.c', 'bfd/elfxx-mips.c']],
    ['0010-invalid-charset', ['sysdeps/x86_64/fpu/multiarch/e_pow.c']],
    ['0012-invalid-header-char', ['lib/librte_eal/linuxapp/kni/kni_net.c']],
    ['0013-with-utf8-body', ['MAINTAINERS']],
    ['0014-with-unencoded-utf8-headers', ['MAINTAINERS']],
    ['0015-with-invalid-utf8-headers', ['MAINTAINERS']],
    ['0019-multipart-patch', ['patchwork/parser.py']],
    ['0021-git-empty-new-file', ['banana']],
    ['0022-git-mode-change', ['scripts/kconfig/nconf-cfg.sh']],
    ['0026-git-add-mixed-binary-text-files', ['pixel.bmp', 'quit.sh']],
    ['0027-git-modify-binary-file', ['pixel.bmp']],
  ];

  test.each(DIFFS)('%s has its diff and its message', async (name, paths) => {
    const letter = await readOne(corpus(`${PATCHWORK}/mail/${name}.mbox`));
    const found = readPatch(letter).files.map(({ path }) => path);
    expect(found.slice(0, paths.length)).toEqual(paths);
    expect(letter.text.trim()).not.toBe('');
  });

  test('a mail without a subject is read', async () => {
    const letter = await readOne(corpus(`${PATCHWORK}/mail/0016-no-subject.mbox`));
    expect(letter.subject).toBe('');
    expect(readPatch(letter).files).not.toEqual([]);
  });

  test.each([
    ['0001-add-line', 'a message'],
    ['0001-add-line', 'a message\n\n-- \nSig: nature'],
    ['0001-add-line', 'a message\n_______________________________________________\nlist footer'],
    ['0001-add-line', 'diff\nthis begins with a word of a diff'],
    ['0001-add-line', 'difficult to say\ndifferent lines'],
    ['0001-add-line', 'a message\n---\nUpdate: a note'],
    ['0002-utf-8', 'a message'],
  ])('%s below %j comes out byte for byte', async (name, message) => {
    const diff = corpus(`${PATCHWORK}/patches/${name}.patch`);
    const head =
      'From: a@example.org\nSubject: [PATCH] x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n';
    const letter = await readOne(Buffer.concat([Buffer.from(`${head}${message}\n`), diff]));
    expect(letter.octets).toBe(`${message}\n${diff.toString('latin1')}`);
    expect(readPatch(letter).files).toHaveLength(1);
  });
});

describe.skipIf(!sharedExists)('people as git reads them', () => {
  const T5100 = 'git/t/t5100';

  test.each(['info-from', 'quoted-string', 'comment', 'embed-from'])('%s', async (name) => {
    const letter = await readOne(corpus(`${T5100}/${name}.in`));
    const author = readPatch(letter).author ?? letter.from;
    const expected = corpus(`${T5100}/${name}.expect`).toString();
    expect(expected).toContain(`Author: ${author?.name || author?.address}\n`);
    expect(expected).toContain(`Email: ${author?.address}\n`);
  });

  test.each(['save-7bit-clean', 'save-8bit-clean'])('%s has its accents', async (name) => {
    const letter = await readOne(corpus(`b4/src/tests/samples/${name}.txt`));
    expect(letter.from?.name.startsWith('Unicôdé')).toBe(true);
  });

  test('a patch with CRLF under base64 loses what every line has, and keeps what one line has', async () => {
    const letters = (await readDocument(corpus(`${T5100}/quoted-cr.mbox`))).value;
    expect(letters).toHaveLength(2);
    for (const letter of letters) expect(readPatch(letter).files).toHaveLength(1);
  });
});
