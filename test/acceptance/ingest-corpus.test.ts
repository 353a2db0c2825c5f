import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import type { Series } from '../../src/series/series.ts';
import { parseSubject } from '../../src/series/subject.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const corpus = (path: string) => shared(`corpus/mail/${path}`);
const readLettersOf = async (path: string) => (await readDocument(readFileSync(corpus(path)))).value;

async function readCase(name: string): Promise<{ letter: Letter; series: Series }> {
  const letters = await readLettersOf(`linux-usb/cases/${name}.eml`);
  const [letter] = letters;
  const [series] = collectSeries(letters, seriesLimits);
  if (letter === undefined || series === undefined) throw new Error(`${name} gave nothing`);
  return { letter, series };
}

/** The text that git cuts off as the patch: from the `---` or the diff to the end. */
function ends(letter: Letter): string {
  return [letter.octets, ...letter.attachments.map(({ octets }) => octets)].join('\n').trimEnd();
}

describe.skipIf(!sharedExists)('git mailinfo expectations', () => {
  /**
   * Message 10 begins at a format-patch line inside an mbox of another kind, without an empty line above: to us that is
   * text. So the 17 letters are messages 1 to 9 and 11 to 18, and the ninth ends with the tenth's patch.
   */
  const numberOf = (index: number) => String(index + (index >= 9 ? 2 : 1)).padStart(4, '0');

  test('every patch of the sample comes out byte for byte', async () => {
    const letters = await readLettersOf('git/t/t5100/sample.mbox');
    expect(letters).toHaveLength(17);
    for (const [index, letter] of letters.entries()) {
      const patch = readFileSync(corpus(`git/t/t5100/patch${numberOf(index)}`))
        .toString('latin1')
        .trimEnd();
      if (index === 8) expect(ends(letter)).toContain(patch);
      else expect(ends(letter).endsWith(patch)).toBe(true);
    }
  });

  test("authors and subjects of the sample are git's, but where a header is bogus", async () => {
    /** 1: git keeps a comment behind the address. 8: a reply. 9: two mails. 15: git takes a list for a From. */
    const differing = new Set(['0001', '0008', '0009', '0015']);
    for (const [index, letter] of (await readLettersOf('git/t/t5100/sample.mbox')).entries()) {
      if (differing.has(numberOf(index))) continue;
      const info = readFileSync(corpus(`git/t/t5100/info${numberOf(index)}`), 'utf8');
      const found = readPatch(letter);
      expect(info).toContain(`Email: ${(found.author ?? letter.from)?.address}\n`);
      expect(info).toContain(`Subject: ${parseSubject(found.subject ?? letter.subject).title}\n`);
    }
  });

  test('encoded words of RFC 2047 are read as git reads them', async () => {
    const letters = await readLettersOf('git/t/t5100/rfc2047-samples.mbox');
    expect(letters).toHaveLength(11);
    for (const [index, letter] of letters.entries()) {
      const info = readFileSync(
        corpus(`git/t/t5100/rfc2047-info-${String(index + 1).padStart(4, '0')}`),
        'utf8',
      );
      if (letter.from !== null) expect(info).toContain(`Author: ${letter.from.name}`);
      expect(info).toContain(`Subject: ${parseSubject(letter.subject).title}`);
    }
  });

  test('mboxrd quoting goes, format-patch quoting stays', async () => {
    const [first] = await readLettersOf('git/t/t5100/sample.mboxrd');
    const expected = readFileSync(corpus('git/t/t5100/0001mboxrd'), 'utf8');
    expect(expected).toContain(first?.text.trimEnd());
    const [quoted] = await readLettersOf('git/t/t5100/quoted-from.in');
    expect(quoted?.text.startsWith('>From the depths')).toBe(true);
  });

  test.each(['t4256/1/patch', 't4258/mbox'])('%s is a whole patch', async (path) => {
    const [series] = collectSeries(await readLettersOf(`git/t/${path}`), seriesLimits);
    expect(series?.patches[0]).toMatchObject({ from: 'inline' });
    expect(series?.patches[0]?.patchId).not.toBeNull();
  });
});

describe.skipIf(!sharedExists)('mails of the patchwork test data', () => {
  const folder = 'patchwork/patchwork/tests/data';
  const names = (path: string) =>
    existsSync(corpus(path)) ? readdirSync(corpus(path)).filter((name) => name.endsWith('.mbox')) : [];

  test.each(names(`${folder}/fuzz`))('fuzzed: %s is read or refused, and dates are dates', async (name) => {
    const { value } = await readDocument(readFileSync(corpus(`${folder}/fuzz/${name}`)));
    for (const letter of value) {
      expect(letter.date ?? '1970-01-01T00:00:00+00:00').toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
      );
      expect(letter.messageId?.length ?? 0).toBeLessThanOrEqual(250);
    }
  });

  const PATCHES: Readonly<Record<string, readonly [string, string | null][]>> = {
    '0003-git-pull-request-with-diff': [['arch/x86/include/asm/smp.h', null]],
    '0008-git-rename': [],
    '0009-git-rename-with-diff': [],
    '0011-no-newline-at-end-of-file': [['tools/testing/selftests/powerpc/Makefile', null]],
    '0025-git-add-binary-file': [['pixel.bmp', null]],
  };

  test.each(Object.keys(PATCHES))('%s has its files', async (name) => {
    const letters = await readLettersOf(`${folder}/mail/${name}.mbox`);
    const paths = collectSeries(letters, seriesLimits).flatMap((series) =>
      series.patches.flatMap((patch) => patch.files.map((file) => file.path)),
    );
    for (const [path] of PATCHES[name] ?? []) if (!name.includes('pull')) expect(paths).toContain(path);
  });

  test.each(['0008-git-rename', '0009-git-rename-with-diff'])(
    '%s knows both names of two files',
    async (name) => {
      const [series] = collectSeries(await readLettersOf(`${folder}/mail/${name}.mbox`), seriesLimits);
      const renamed = series?.patches[0]?.files.filter((file) => file.oldPath !== null) ?? [];
      expect(renamed).toHaveLength(2);
    },
  );

  test.each(['0019-multipart-patch', '0020-multipart-comment'])(
    '%s has no HTML in its text',
    async (name) => {
      const [letter] = await readLettersOf(`${folder}/mail/${name}.mbox`);
      expect(letter?.text).not.toContain('<div');
      expect(letter?.text.trim()).not.toBe('');
    },
  );

  test.each(['0001', '0002', '0004', '0005', '0006', '0017', '0023', '0024'])(
    'pull request %s is no submission',
    async (number) => {
      const name = names(`${folder}/mail`).find((file) => file.startsWith(number)) ?? '';
      const [series] = collectSeries(await readLettersOf(`${folder}/mail/${name}`), seriesLimits);
      expect(series?.patches.every((patch) => patch.files.length === 0)).toBe(true);
    },
  );
});

describe.skipIf(!sharedExists)('odd mails of linux-usb', () => {
  const WHOLE = [
    'b64-crlf-patch',
    'qp-patch',
    'latin1-8bit-patch-1',
    'signed-pgp-patch-1',
    'signed-smime-patch',
    'tnef-patch',
    'cte-8-bit',
  ];

  test.each(WHOLE.filter((name) => name !== 'cte-8-bit'))('%s is a whole patch', async (name) => {
    const { series } = await readCase(name);
    expect(series.patches[0]?.patchId).toMatch(/^[0-9a-f]{40}$/);
    expect(series.problems.filter(({ code }) => code.startsWith('diff'))).toEqual([]);
  });

  test.each(Array.from({ length: 31 }, (_, index) => `damaged-${String(index + 1).padStart(2, '0')}`))(
    '%s is damaged or mended, and never passes for whole',
    async (name) => {
      if (!existsSync(corpus(`linux-usb/cases/${name}.eml`))) return;
      const { series } = await readCase(name);
      expect(series.patches[0]?.patchId).toBeNull();
      expect(
        series.problems
          .map(({ code }) => code)
          .some((code) => code === 'diff-damaged' || code === 'diff-mended'),
      ).toBe(true);
    },
  );

  test.each([
    ['prefix-V2-no-patch', { version: 2 }],
    ['prefix-resend-v4-no-patch', { version: 4, total: 4, resend: true }],
    ['prefix-double', { version: 2 }],
    ['prefix-version-after', { version: 2, total: 3 }],
    ['prefix-PATCHv2', { version: 2, total: 4 }],
    ['prefix-v3.1', { version: 3 }],
    ['prefix-for-v5.9', { version: 1, submission: true }],
    ['prefix-v4.14', { version: 1, submission: false }],
    ['prefix-v-5', { version: 5 }],
    ['prefix-resend-colon', { resend: true }],
    ['prefix-autosel', { total: 34, submission: false }],
    ['counter-11-of-10', { total: 10 }],
    ['version-0', { version: 0, coverLetter: true }],
    ['cover-with-diff-1', { coverLetter: true, patches: [] }],
    ['re-with-diff-1', { patches: [{ from: 'diffless' }] }],
    ['git-pull', { patches: [], submission: false }],
    ['charset-ansi_x3.4-1968', { submission: false }],
  ])('%s', async (name, expected) => {
    expect((await readCase(name)).series).toMatchObject(expected);
  });

  test.each([
    ['msgid-comment', '22969fbd-c16b-9443-7673-1e0ae72c873f@synopsys.com'],
    ['msgid-no-at', null],
  ])('%s has its id', async (name, id) => {
    const { letter } = await readCase(name);
    if (id === null) expect(letter.messageId).not.toContain('@');
    else expect(letter.messageId).toBe(id);
  });

  test('one id with two contents is two letters', async () => {
    const [one, other] = [await readCase('dup-msgid-2a'), await readCase('dup-msgid-2b')];
    expect(one.letter.messageId).toBe(other.letter.messageId);
    expect(one.letter.key).not.toBe(other.letter.key);
  });

  test('the author of a patch is who its first line names', async () => {
    const { letter, series } = await readCase('inbody-from');
    expect(series.author?.address).not.toBe(letter.from?.address);
  });
});
