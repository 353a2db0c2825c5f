import { describe, expect, test } from 'vitest';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf } from './letters.ts';

interface File {
  readonly name: string;
  readonly text: string;
}

/** A file as git format-patch writes it. */
function formatted(subject: string, name: string, from = ADA): File {
  const head = `From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: ${from}\nDate: Tue, 7 May 2019 16:02:31 +0000\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n`;
  return {
    name: `${name}.patch`,
    text: `${head}\nAbout ${name}.\n\nSigned-off-by: ${from}\n---\n${diffOf(name)}-- \n2.39.2\n`,
  };
}

function mailWith(subject: string, files: readonly File[], text = 'See the files.\n', id = 'c'): string {
  const parts = files.map(
    (file) =>
      `--b\nContent-Type: text/x-patch; name="${file.name}"\nContent-Disposition: attachment\n\n${file.text}\n`,
  );
  return `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: ${ADA}\nSubject: ${subject}\nMessage-ID: <${id}>\nDate: Tue, 7 May 2019 16:05:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${text}\n${parts.join('')}--b--\n\n`.replaceAll(
    /^(>*From [0-9a-f])/gm,
    '>$1',
  );
}

const seriesIn = async (mbox: string) => collectSeries((await readDocument(mbox)).value, seriesLimits);

describe('a mail with several patches attached', () => {
  test('is a cover letter with its patches in the order of their counters', async () => {
    const files = [
      formatted('[PATCH 2/2] usb: two', 'two', BEN),
      formatted('[PATCH 1/2] usb:\n =?UTF-8?q?caf=C3=A9?=', 'one'),
    ];
    const [series, ...more] = await seriesIn(mailWith('[PATCH v3 0/2] usb: things', files));
    expect(more).toEqual([]);
    expect(series).toMatchObject({
      subject: 'usb: things',
      version: 3,
      total: 2,
      coverLetter: true,
      complete: true,
      replies: 0,
      problems: [],
      patches: [
        { index: 1, subject: 'usb: café', from: 'attachment', messageId: 'c' },
        { index: 2, subject: 'usb: two', files: [{ path: 'drivers/usb/two.c' }] },
      ],
    });
    expect(series?.letters).toHaveLength(1);
    expect(series?.patches[1]?.message).toBe(`About two.\n\nSigned-off-by: ${BEN}`);
    expect(series?.trailers.map(({ value }) => value)).toEqual([ADA, BEN]);
    expect(series?.patches.every(({ patchId }) => patchId !== null)).toBe(true);
  });

  test.each([
    ['[PATCH] usb: things', ['[PATCH] usb: one', '[PATCH] usb: two']],
    ['usb: things', ['[PATCH 1/2] usb: one', '[PATCH 1/2] usb: two']],
  ])(
    '%s counts them as they are attached when their counters do not',
    async (subject, [one = '', two = '']) => {
      const [series] = await seriesIn(mailWith(subject, [formatted(one, 'one'), formatted(two, 'two')]));
      expect(series?.patches.map(({ index, subject: title }) => [index, title])).toEqual([
        [1, 'usb: one'],
        [2, 'usb: two'],
      ]);
      expect(series).toMatchObject({ total: 2, complete: true, problems: [] });
    },
  );

  test('says which is missing, and that the cover letter counts otherwise', async () => {
    const files = [formatted('[PATCH 1/3] usb: one', 'one'), formatted('[PATCH 3/3] usb: two', 'two')];
    const [series] = await seriesIn(mailWith('[PATCH 0/2] usb: things', files));
    expect(series).toMatchObject({ total: 3, missing: [2] });
    expect(series?.problems.map(({ code }) => code)).toEqual(['total-disagrees', 'patch-missing']);
  });

  test('two bare diffs are two patches under the title of the mail', async () => {
    const files = ['one', 'two'].map((name) => ({ name: `${name}.diff`, text: diffOf(name) }));
    const [series] = await seriesIn(mailWith('[PATCH] usb: things', files));
    expect(series?.patches).toMatchObject([
      { index: 1, subject: 'usb: things', message: '' },
      { index: 2, subject: 'usb: things' },
    ]);
  });
});

describe('what is no series of files', () => {
  const files = [formatted('[PATCH 1/2] usb: one', 'one'), formatted('[PATCH 2/2] usb: two', 'two')];

  test('a reply with two ideas attached sends no patch', async () => {
    const [series] = await seriesIn(mailWith('Re: slow', files));
    expect(series?.patches).toEqual([]);
  });

  test('a cover letter that repeats as files what is sent as mails', async () => {
    const sent = ['one', 'two'].map(
      (name, at) =>
        `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: ${ADA}\nSubject: [PATCH ${at + 1}/2] usb: ${name}\nMessage-ID: <p${at}>\nIn-Reply-To: <c>\nDate: Tue, 7 May 2019 16:0${at + 6}:00 +0000\n\n${diffOf(name)}\n`,
    );
    const [series, ...more] = await seriesIn(mailWith('[PATCH 0/2] usb: things', files) + sent.join(''));
    expect(more).toEqual([]);
    expect(series?.patches.map(({ messageId }) => messageId)).toEqual(['p0', 'p1']);
  });

  test('one attached patch has the words of the mail and those of its file', async () => {
    const [file] = [formatted('[PATCH] usb: one', 'one', BEN)];
    const [series] = await seriesIn(mailWith('[PATCH] usb: one', [file], 'It was slow.\n'));
    expect(series).toMatchObject({ coverLetter: false, author: { address: 'ben@example.org' } });
    expect(series?.patches[0]?.message).toBe(`It was slow.\n\nAbout one.\n\nSigned-off-by: ${BEN}`);
  });
});
