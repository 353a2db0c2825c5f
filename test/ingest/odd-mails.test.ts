import { describe, expect, test } from 'vitest';
import { readOne } from './settings.ts';

const DIFF = 'diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n';

describe('a From that a list rewrote is undone', () => {
  const sender = async (...headers: readonly string[]) =>
    (await readOne(`${headers.join('\n')}\nSubject: s\nMessage-ID: <m1@example.org>\n\nx\n`)).from;
  const ADA = { name: 'Ada Example', address: 'ada@example.org' };
  const VIA = 'From: "Ada Example via linux-usb" <linux-usb@lists.example.org>';

  test.each([
    [
      'X-Original-From',
      [VIA, 'X-Original-From: Ada Example <ada@example.org>', 'Reply-To: other@example.org'],
    ],
    ['Reply-To', [VIA, 'Reply-To: Ada Example <ada@example.org>, linux-usb@lists.example.org']],
    ['a Reply-To without a name', [VIA, 'Reply-To: ada@example.org']],
    ['Cc', [VIA, 'Cc: Ben <ben@example.org>, Ada Example <ada@example.org>']],
    [
      'a quoted name',
      ['From: "\'Ada Example\' via usb" <usb@groups.example.com>', 'Reply-To: Ada Example <ada@example.org>'],
    ],
    [
      'a relay',
      [
        'From: Ada Example via B4 Relay <devnull+ada.example.org@kernel.org>',
        'Reply-To: ada@example.org',
        'Cc: Ben <ben@example.org>',
      ],
    ],
  ])('by %s', async (_, headers) => {
    expect(await sender(...headers)).toEqual(ADA);
  });

  test('with nobody to find, the address of the list is not taken for the person', async () => {
    const list = 'List-Id: <linux-usb.lists.example.org>';
    expect(await sender(VIA, list)).toEqual({ name: 'Ada Example', address: null });
    expect(await sender(VIA, 'List-Post: <mailto:linux-usb@lists.example.org>')).toEqual({
      name: 'Ada Example',
      address: null,
    });
  });

  test('a name that holds the word is a name', async () => {
    expect(await sender('From: Ada via Ben <ada@example.org>')).toEqual({
      name: 'Ada via Ben',
      address: 'ada@example.org',
    });
  });

  test('an address in place of the name is the address', async () => {
    const from = 'From: "ada@example.org via linux-usb" <linux-usb@lists.example.org>';
    expect(await sender(from)).toEqual({ name: '', address: 'ada@example.org' });
  });

  test('a Reply-To alone says nothing of who wrote', async () => {
    expect(await sender('From: Ben <ben@example.org>', 'Reply-To: Ada Example <ada@example.org>')).toEqual({
      name: 'Ben',
      address: 'ben@example.org',
    });
  });
});

describe('who sent a mail by machine is kept', () => {
  test.each([
    ['auto-replied (vacation)', 'auto-replied'],
    ['Auto-Generated; owner-email=a@b', 'auto-generated'],
    ['no', null],
  ])('Auto-Submitted: %s', async (said, expected) => {
    const letter = await readOne(`From: a@b.example\nSubject: s\nAuto-Submitted: ${said}\n\nx\n`);
    expect(letter.autoSubmitted).toBe(expected);
  });
});

describe('uuencode is unpacked', () => {
  const line = (bytes: Buffer) => {
    const character = (value: number) => String.fromCharCode(value === 0 ? 96 : value + 32);
    const groups = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => {
      const [a = 0, b = 0, c = 0] = bytes.subarray(at * 3, at * 3 + 3);
      return [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(character).join('');
    });
    return character(bytes.length) + groups.join('');
  };
  const uuencoded = (text: string) => {
    const bytes = Buffer.from(text);
    const lines = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) =>
      line(bytes.subarray(at * 45, at * 45 + 45)),
    );
    return `begin 644 fast.patch\n${lines.join('\n')}\n\`\nend\n`;
  };

  test('a file in the text is an attachment, and the text stays', async () => {
    const body = `See below.\n\n${uuencoded(DIFF)}\nAda\n`;
    const letter = await readOne(`From: a@b.example\nSubject: s\n\n${body}`);
    expect(letter.text).toBe(body);
    expect(letter.attachments).toMatchObject([{ filename: 'fast.patch', text: DIFF, octets: DIFF }]);
  });

  test('a body packed as a whole is what it holds', async () => {
    const letter = await readOne(
      `From: a@b.example\nSubject: s\nContent-Transfer-Encoding: x-uuencode\n\n${uuencoded(DIFF)}`,
    );
    expect(letter).toMatchObject({ text: DIFF, attachments: [] });
  });

  test.each([
    ['one that is cut', uuencoded(DIFF).replace('end\n', '')],
    ['words that begin so', 'begin 644 miles from here\nand walk\nend\n'],
    ['bytes that are no text', uuencoded('a\0b')],
  ])('%s is no attachment', async (_, body) => {
    expect((await readOne(`From: a@b.example\nSubject: s\n\n${body}`)).attachments).toEqual([]);
  });
});

describe('names and charsets that are rarely met', () => {
  test('UTF-7 is read', async () => {
    const letter = await readOne(
      'From: a@b.example\nSubject: s\nContent-Type: text/plain; charset="utf-7"\n\n+AD4- caf+AOk and 1 +- 1, +2D3eAA-\n',
    );
    expect(letter.text).toBe('> café and 1 + 1, 😀\n');
    expect(letter.problems).toEqual([]);
  });

  test('an RFC 2231 file name is read, in one piece or in several', async () => {
    const named = async (parameters: string) =>
      (
        await readOne(
          `From: a@b.example\nSubject: s\nContent-Type: text/x-patch\nContent-Disposition: attachment; ${parameters}\n\n${DIFF}`,
        )
      ).attachments[0]?.filename;
    expect(await named("filename*=UTF-8''caf%C3%A9.patch")).toBe('café.patch');
    expect(await named("filename*0*=utf-8''caf%C3; filename*1*=%A9; filename*2=.patch")).toBe('café.patch');
  });

  test('a patch is known by its name when its type says nothing', async () => {
    const letter = await readOne(
      `From: a@b.example\nSubject: s\nContent-Type: application/x-troff-man; name=fast.patch\n\n${DIFF}`,
    );
    expect(letter.attachments).toMatchObject([{ filename: 'fast.patch', octets: DIFF }]);
  });

  test('a header that stands there twice with two values is said', async () => {
    const letter = await readOne('From: a@b.example\nSubject: one\nSubject: two\nDate: x\nDate: x\n\nx\n');
    expect(letter.subject).toBe('one');
    expect(letter.problems.map(({ code }) => code)).toEqual(['date-unreadable', 'header-repeated']);
  });
});

describe('text that was signed in place is read as it was written', () => {
  const signed = (text: string) =>
    `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${text.replaceAll(/^-/gm, '- -')}-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAd\n=abcd\n-----END PGP SIGNATURE-----\n`;
  const read = (body: string) => readOne(`From: a@b.example\nSubject: s\n\n${body}`);

  test('the dashes of a diff are its own, and the signature is no text', async () => {
    const letter = await read(`Hello\n${signed(`It was slow.\n---\n${DIFF}-- \n2.39.2\n`)}a footer\n`);
    expect(letter.text).toBe(`Hello\nIt was slow.\n---\n${DIFF}-- \n2.39.2\na footer\n`);
    expect(letter.octets).toBe(letter.text);
  });

  test('two such texts are both read', async () => {
    expect((await read(signed('- one\n') + signed('two\n'))).text).toBe('- one\ntwo\n');
  });

  test.each([
    ['without the end of its signature', signed('- x\n').replace(/-----END.*\n/, '')],
    ['without a signature', signed('- x\n').split('-----BEGIN PGP SIG')[0] ?? ''],
    ['that is quoted', signed('- x\n').replaceAll(/^/gm, '> ')],
  ])('one %s stays as it is', async (_, body) => {
    expect((await read(body)).text).toBe(body);
  });
});
