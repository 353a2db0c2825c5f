import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import { readDocument, readOne, seriesLimits } from '../ingest/settings.ts';
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

describe.skipIf(!sharedExists)('what patchwork asserts of each of its mails', () => {
  const folder = `${PATCHWORK}/mail`;
  const names = sharedExists ? readdirSync(shared(`corpus/mail/${folder}`)) : [];
  /** What the diff begins with, and what stands in it so many times; null for a mail that has none. */
  const ANSWERS: Readonly<
    Record<string, readonly [start: string, counts: Readonly<Record<string, number>>] | null>
  > = {
    '0001': null,
    '0002': null,
    '0003': ['diff --git a/arch/x86/include/asm/smp.h', {}],
    '0004': null,
    '0005': null,
    '0006': null,
    '0007': ['--- bfd/elf-bfd.h', { '\nIndex: ': 2 }],
    '0008': ['diff --git a/', { 'rename from': 2, 'rename to': 2 }],
    '0009': ['diff --git a/', { 'rename from': 2, 'rename to': 2, '-a\n+b': 1 }],
    '0010': ['diff --git a/sysdeps', {}],
    '0011': ['diff --git a/tools/testing/selftests/powerpc/Makefile', { '\\ No newline at end of file': 2 }],
    '0012': ['diff --git a/', {}],
    '0013': ['diff --git a/MAINTAINERS', {}],
    '0014': ['diff --git a/MAINTAINERS', {}],
    '0015': ['diff --git a/MAINTAINERS', {}],
    '0016': ['diff --git a/', {}],
    '0017': null,
    '0019': ['diff --git a/patchwork/parser.py', { '<div': 0 }],
    '0020': null,
    '0021': ['diff --git a/banana', {}],
    '0022': ['diff --git a/scripts/kconfig', { 'old mode': 1, 'new mode': 1 }],
    '0023': null,
    '0024': null,
    '0025': ['diff --git pixel.bmp pixel.bmp', { 'literal 142': 1, 'literal 0': 1 }],
    '0026': [
      'diff --git pixel.bmp pixel.bmp',
      { 'literal 142': 1, 'literal 0': 1, 'diff --git quit.sh quit.sh': 1 },
    ],
    '0027': ['diff --git pixel.bmp pixel.bmp', { 'literal 142': 1, 'literal 0': 1 }],
  };

  test('there is an answer for each', () => {
    expect(names.map((name) => name.slice(0, 4)).toSorted()).toEqual(Object.keys(ANSWERS).toSorted());
  });

  test.each(names)('%s', async (name) => {
    const letter = await readOne(corpus(`${folder}/${name}`));
    const found = readPatch(letter);
    const answer = ANSWERS[name.slice(0, 4)] ?? null;
    expect(found.message).not.toMatch(/<div|No newline at end of file/);
    expect(found.message.trim()).not.toBe('');
    if (answer === null) return expect(found.files).toEqual([]);
    const [start, counts] = answer;
    // A hunk of 0009 has a line less than it says: it is damaged, and patchwork does not count.
    const codes = found.problems.map(({ code }) => code);
    expect(codes).toEqual(name.startsWith('0009') ? ['diff-damaged'] : []);
    const octets = found.wholeOctets ?? letter.octets.slice(letter.octets.indexOf('\ndiff --git ') + 1);
    expect(octets.startsWith(start)).toBe(true);
    const counted = Object.keys(counts).map((part) => [part, octets.split(part).length - 1]);
    return expect(Object.fromEntries(counted)).toEqual(counts);
  });

  test.each(names.filter((name) => name.includes('pull-request')))('%s asks to pull', async (name) => {
    const [series] = collectSeries([await readOne(corpus(`${folder}/${name}`))], seriesLimits);
    expect(series).toMatchObject({ purpose: 'pull-request', submission: false, patches: [] });
  });
});

describe.skipIf(!sharedExists)('dependencies of the patchwork test data', () => {
  const folder = `${PATCHWORK}/series`;
  const templates = sharedExists
    ? readdirSync(shared(`corpus/mail/${folder}`)).filter((name) => name.endsWith('.template'))
    : [];

  test.each(templates)('%s says what it depends on, as often as it does', async (name) => {
    const filled = corpus(`${folder}/${name}`)
      .toString()
      .replaceAll(/\{depends_token(?:_\d)?\}/g, '<base@example.org>');
    const said = filled.split('\nDepends-on: ').length - 1;
    const [series] = collectSeries((await readDocument(filled)).value, seriesLimits);
    expect(said).toBeGreaterThan(0);
    expect(series?.prerequisites).toEqual(
      Array.from({ length: said }, () => ({ key: 'Depends-on', value: '<base@example.org>' })),
    );
  });
});
