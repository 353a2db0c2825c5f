import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readDocument, seriesLimits } from './settings.ts';

const HEAD = 'From: a@example.org\nSubject: [PATCH] x\nMessage-ID: <m@example.org>\n';

async function survives(document: string | Uint8Array): Promise<void> {
  const { value } = await readDocument(document);
  for (const letter of value) {
    expect(letter.text).not.toMatch(/[\r\0]/);
    expect(letter.octets.split('\n')).toHaveLength(letter.text.split('\n').length);
  }
  collectSeries(value, seriesLimits);
}

describe('whatever arrives is read or refused, never thrown', () => {
  test('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), survives), { numRuns: 300 });
  });

  test('random lines of mail', async () => {
    const piece = fc.constantFrom(
      'From: a@example.org',
      'Subject: [PATCH 1/2] x',
      'Date: Tue, 07 May 2019 16:02:31 +0000',
      'Message-ID: <m@example.org>',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'In-Reply-To: <m@example.org>',
      '',
      '',
      '--b',
      '--b--',
      'diff --git a/x.c b/x.c',
      '--- a/x.c',
      '+++ b/x.c',
      '@@ -1,2 +1,2 @@ f',
      '-a',
      '+b',
      ' c',
      '> diff --git a/y b/y',
      '> --- a/y',
      '> +++ b/y',
      '> @@ -1 +1 @@',
      '> -x',
      '> +y',
      'On Mon, 1 Apr 2019, Ada wrote:',
      'Signed-off-by: A <a@example.org>',
      '---',
      '-- ',
      '2.20.1',
      'YWJj',
      '=C3=A4=\n',
      'From mboxrd@z Thu Jan  1 00:00:00 1970',
      'caf\u00e9',
      '\u00a0nbsp',
      '[Ada]',
      'From: Ada @ 2019-04-01 14:16 UTC (permalink / raw)',
      '<html><pre>',
    );
    const document = fc.array(piece, { maxLength: 60 }).map((lines) => lines.join('\n'));
    await fc.assert(fc.asyncProperty(document, survives), { numRuns: 500 });
  });

  test('every truncation of a MIME mail', async () => {
    const whole = `${HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9=\n\n--b\nContent-Type: text/x-patch; name="x.patch"\nContent-Transfer-Encoding: base64\n\n${Buffer.from('diff --git a/x b/x\n').toString('base64')}\n--b--\n`;
    for (let length = 0; length <= whole.length; length++) await survives(whole.slice(0, length));
  });
});

describe('no input makes reading long or large', () => {
  const code = async (document: string) => {
    const read = await readDocument(document);
    return [...read.problems, ...read.value.flatMap((letter) => letter.problems)].map(
      (problem) => problem.code,
    );
  };

  test('a hundred thousand headers', async () => {
    expect(await code(`${HEAD}${'X-A: b\n'.repeat(100_000)}\nbody\n`)).toContain('too-many');
  });

  test('one header folded over a hundred thousand lines', async () => {
    expect(await code(`${HEAD}Cc: a@example.org\n${' ,\n'.repeat(100_000)}\nbody\n`)).toContain('too-many');
  });

  test('a thousand multiparts inside each other', async () => {
    const nested = Array.from(
      { length: 1000 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join('');
    expect(await code(`${HEAD}${nested}\nx`)).toContain('too-many');
  });

  test('a million empty parts', async () => {
    expect(
      await code(`${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(1_000_000)}`),
    ).toContain('too-many');
  });

  test.each([
    ['quote marks', `${HEAD}\n${'>'.repeat(200_000)}\n`],
    ['brackets in a subject', `From: a@example.org\nSubject: ${'['.repeat(100_000)}\n\nx\n`],
    ['encoded words', `From: a@example.org\nSubject: ${'=?utf-8?q?=41?= '.repeat(10_000)}\n\nx\n`],
    ['half encoded words', `From: a@example.org\nSubject: ${'=?utf-8?q?'.repeat(20_000)}\n\nx\n`],
    ['blanks in a name', `From: ${' '.repeat(100_000)}a@example.org\nSubject: x\n\nx\n`],
    ['hunk headers', `${HEAD}\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n${'@@ -1,9 +1,9 @@\n'.repeat(50_000)}`],
    [
      'quoted hunk headers',
      `${HEAD}In-Reply-To: <a@b>\n\n> diff --git a/x b/x\n${'> @@ -1,9 +1,9 @@\n> x\n'.repeat(20_000)}`,
    ],
    ['diff starts', `${HEAD}\n${'diff --git a/x b/x\n'.repeat(50_000)}`],
    ['attributions', `${HEAD}In-Reply-To: <a@b>\n\n${'On Mon, 1 Apr 2019, Ada wrote:\n'.repeat(20_000)}`],
    [
      'header names on one line',
      `From mboxrd@z Thu Jan 1 00:00:00 1970 ${'Subject: x From: y Date: z Message-ID: <a@b> '.repeat(4000)}`,
    ],
    ['marks on one line', `Subject: x From: y Date: z Message-ID: <a@b> ${'> '.repeat(100_000)}`],
  ])('%s', async (_, document) => {
    await survives(document);
  });
});
