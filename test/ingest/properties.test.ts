import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { readDocument, readOne } from './settings.ts';

const HEADERS: readonly string[] = [
  'From: Ada Example <ada@example.org>',
  'To: Ben Example <ben@example.org>, "Example, Cleo" <cleo@example.org>',
  'Cc: linux-usb@example.org',
  'Subject: [PATCH v2 1/2] usb: make it fast and keep it right',
  'Date: Tue, 07 May 2019 16:02:31 +0000',
  'Message-ID: <m1@example.org>',
  'In-Reply-To: <m0@example.org>',
  'References: <m9@example.org> <m0@example.org>',
  'List-Id: <linux-usb.example.org>',
  'Received: from a.example.org by b.example.org; Tue, 07 May 2019 16:02:31 +0000',
  'X-Anything: at all',
];
const BODY = 'It was slow.\n---\ndiff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n';

/** Long enough that headers without a body are no mail either way. */
const read = (headers: readonly string[], body = BODY): Promise<Letter> =>
  readOne(`${headers.join('\n')}\n\n${body}`);

describe('how a mail is written does not change what it says', () => {
  test('the order of its headers', async () => {
    const plain = await read(HEADERS);
    const shuffled = fc.shuffledSubarray([...HEADERS], { minLength: HEADERS.length });
    await fc.assert(
      fc.asyncProperty(shuffled, async (headers) => {
        expect(await read(headers)).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  test('where its headers are folded, and with which blanks', async () => {
    const plain = await read(HEADERS);
    const blanks = fc.constantFrom(' ', '\t', '  ', ' \t');
    const folds = fc.array(fc.tuple(fc.boolean(), blanks), { minLength: 100, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(folds, async (choices) => {
        let at = 0;
        const folded = HEADERS.map((header) =>
          header.replaceAll(/(?<=[:,>\w]) (?=\S)/g, () => {
            const [isFolded, blank] = choices[at++ % choices.length] ?? [false, ' '];
            return isFolded ? `\n${blank}` : ' ';
          }),
        );
        expect(await read(folded)).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  test('CRLF or LF', async () => {
    const plain = await read(HEADERS);
    const bytes = `${HEADERS.join('\n')}\n\n${BODY}`.replaceAll('\n', '\r\n');
    expect(await readOne(bytes)).toEqual(plain);
  });

  test('how its body is packed', async () => {
    const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 20 });
    const text = lines.map((all) => `${all.join('\n').replaceAll(/[\0\r]/g, '')}\n`);
    await fc.assert(
      fc.asyncProperty(text, async (said) => {
        const type = 'Content-Type: text/plain; charset=utf-8';
        const octets = Buffer.from(said);
        const base64 = octets.toString('base64').replaceAll(/.{76}/g, '$&\n');
        const quoted = [...octets].map((byte) =>
          byte === 10 ? '\n' : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        );
        const packed = await Promise.all([
          read([...HEADERS, type, 'Content-Transfer-Encoding: 8bit'], said),
          read([...HEADERS, type, 'Content-Transfer-Encoding: base64'], base64),
          read([...HEADERS, type, 'Content-Transfer-Encoding: quoted-printable'], quoted.join('')),
        ]);
        expect(packed.map((letter) => letter.text)).toEqual([said, said, said]);
        expect(new Set(packed.map(({ key }) => key)).size).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  test('reading it again', async () => {
    const bytes = fc.uint8Array({ maxLength: 800 });
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        const mail = Buffer.concat([Buffer.from(`${HEADERS.join('\n')}\n\n`), body]);
        expect(await readDocument(mail)).toEqual(await readDocument(mail));
      }),
      { numRuns: 50 },
    );
  });
});

test('a name is what its quotes hold, wherever they stand', async () => {
  const named = async (from: string) => (await read([`From: ${from} <a@example.org>`])).from?.name;
  expect(await named('"Ada \\"the first\\" Example"')).toBe('Ada "the first" Example');
  expect(await named('Ada "the first" Example')).toBe('Ada the first Example');
  expect(await named('(said "in passing") "Ada Example"')).toBe('(said "in passing") Ada Example');
});

test('mails inside each other a thousand deep are not opened', async () => {
  const inner = 'Content-Type: message/rfc822\n\nFrom: a@example.org\nMIME-Version: 1.0\n';
  const letter = await readOne(`From: a@example.org\nSubject: s\n${inner.repeat(1000)}\n\n${BODY}`);
  expect(letter).toMatchObject({ text: '', attachments: [], problems: [{ code: 'plain-text-missing' }] });
});
