import { describe, expect, test } from 'vitest';
import { splitMbox } from '../../src/ingest/mbox.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import { readDocument, readOne, seriesLimits } from '../ingest/settings.ts';
import { ADA, diffOf, seriesOf } from '../series/letters.ts';

const HEAD = `From: ${ADA}\nSubject: [PATCH] usb: x\nMessage-ID: <p@example.org>\n`;
const DIFF = diffOf('x');

/** A patch mail with these headers; a body given as bytes stays as it is. */
const read = (headers: string, body: string | Buffer) =>
  readOne(
    Buffer.concat([Buffer.from(`${HEAD}${headers}\n`), typeof body === 'string' ? Buffer.from(body) : body]),
  );

const patchIn = async (headers: string, body: string | Buffer) => readPatch(await read(headers, body));
const WHOLE = { from: 'inline', files: [{ path: 'drivers/usb/x.c', added: 1, removed: 1 }], problems: [] };

describe('52: lines that begin with "From "', () => {
  const mboxrd = 'From mboxrd@z Thu Jan  1 00:00:00 1970\n';
  const plain = 'From ada@example.org Tue May  7 16:02:31 2019\n';
  const sha = `From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n`;
  const split = (text: string) => [...splitMbox(text)];

  test('mboxrd: one mark goes, of however many', () => {
    expect(split(`${mboxrd}${HEAD}\n>From here\n>>From there\n\n`)).toEqual([
      `${HEAD}\nFrom here\n>From there\n`,
    ]);
  });

  test('mboxo: one mark goes', () => {
    expect(split(`${plain}${HEAD}\n>From here\n\n`)).toEqual([`${HEAD}\nFrom here\n`]);
  });

  test.each([
    ['without an empty line above', `text\n${plain}${HEAD}\n`],
    ['without a date', `\nFrom here on it is slow\n${HEAD}\n`],
    ['without a header below', `\n${plain}and so on\n`],
    ["of format-patch inside another kind's", `\n${sha}${HEAD}\n`],
  ])('one %s is text', (_, body) => {
    expect(split(`${mboxrd}${HEAD}\n${body}`)).toHaveLength(1);
  });

  test("lore's own line separates", () => {
    expect(split(`${mboxrd}${HEAD}\nx\n\n${mboxrd}${HEAD}\ny\n`)).toHaveLength(2);
  });
});

describe('53: Content-Length', () => {
  const line = 'From ada@example.org Tue May  7 16:02:31 2019\n';
  const inner = `a\n\n${line}Subject: inner\n\nb\n`;
  const counted = (length: number) =>
    `${line}Subject: s\nContent-Length: ${length}\n\n${inner}\n${line}Subject: t\n\nc\n`;

  test('is trusted where a separator follows', () => {
    expect([...splitMbox(counted(inner.length))]).toHaveLength(2);
  });

  test('is not where none does', () => {
    expect([...splitMbox(counted(3))]).toHaveLength(3);
  });
});

describe('54: base64', () => {
  const packed = (text: string) =>
    `${Buffer.from(text)
      .toString('base64')
      .replaceAll(/(.{60})/g, '$1\n')}\n`;
  const BASE64 = 'Content-Transfer-Encoding: base64\n';

  test('with CRLF at the end of every line is whole', async () => {
    expect(await patchIn(BASE64, packed(DIFF.replaceAll('\n', '\r\n')))).toMatchObject(WHOLE);
  });

  test('keeps a CR inside a line', async () => {
    const letter = await read(BASE64, packed('a\rb\r\nc\r\n'));
    expect([letter.octets, letter.text]).toEqual(['a\rb\nc\n', 'a b\nc\n']);
  });

  test('packed in several pieces is read to its end', async () => {
    const [one, two] = [packed(DIFF.slice(0, 40)), packed(DIFF.slice(40))];
    expect(one).toContain('=');
    expect(await patchIn(BASE64, one + two)).toMatchObject(WHOLE);
  });
});

test('55: quoted-printable is unpacked before anything is looked for', async () => {
  const packed = DIFF.replaceAll('=', '=3D')
    .replaceAll('drivers', 'driv=\ners')
    .replaceAll('new x', 'n=65w =\nx');
  expect(await patchIn('Content-Transfer-Encoding: quoted-printable\n', packed)).toMatchObject(WHOLE);
});

describe('56: format=flowed', () => {
  const FLOWED = 'Content-Type: text/plain; charset=utf-8; format=flowed\n';

  test('a diff with stuffed and with soft-broken lines is whole', async () => {
    const diff =
      'diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n a long line\n-b\n+c d\n-- \n2.39.2\n';
    const sent = diff.replaceAll(/^ /gm, '  ').replace('+c d', '+c \nd');
    const found = await patchIn(FLOWED, sent);
    expect(found).toMatchObject({ files: [{ path: 'x.c', added: 1, removed: 1 }], problems: [] });
    expect(found.wholeOctets).toBe(diff.replace('-- \n2.39.2\n', ''));
  });

  test('the signature mark is not joined to the line below', async () => {
    expect((await read(FLOWED, 'a \nb\n-- \nAda\n')).text).toBe('a b\n-- \nAda\n');
  });

  test('DelSp takes the blank of the break away', async () => {
    expect((await read(FLOWED.replace('\n', '; delsp=yes\n'), 'give \nback\n')).text).toBe('giveback\n');
  });
});

test('57: the bytes of a diff are not re-encoded, the message is', async () => {
  const body = Buffer.from(`Ren\xe9.\n---\n${DIFF.replace('+new', '+n\xe9w')}`, 'latin1');
  const found = await patchIn(
    'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n',
    body,
  );
  expect(found.message).toBe('René.');
  expect(found.wholeOctets).toContain('+n\xe9w x\n');
  expect(found.files[0]?.hunks[0]?.lines[1]?.text).toBe('néw x');
});

describe('58: a charset that is none', () => {
  test.each(['y', 'all', 'utf8', 'ansi_x3.4-1968', 'none', 'no-such', 'a\0b', ''])('%j', async (charset) => {
    const headers = `Content-Type: text/plain; charset="${charset}"\n`;
    expect((await read(headers, 'é\n')).text).toBe('é\n');
    expect((await read(headers, Buffer.from([0x52, 0xe9, 10]))).text.charAt(0)).toBe('R');
    expect(await patchIn(headers, DIFF)).toMatchObject(WHOLE);
  });

  test.each(['y', 'none', 'no-such'])('%s falls back to Latin-1 for what is no UTF-8', async (charset) => {
    expect((await read(`Content-Type: text/plain; charset=${charset}\n`, Buffer.from([0xe9, 10]))).text).toBe(
      'é\n',
    );
  });
});

test.each(['8-bit', '8BIT', '8bit ', '7BIT', 'binary'])(
  '59: Content-Transfer-Encoding: %s',
  async (encoding) => {
    expect(await patchIn(`Content-Transfer-Encoding: ${encoding}\n`, DIFF)).toMatchObject(WHOLE);
  },
);

describe('60: which parts of a mail are the patch', () => {
  const multipart = (kind: string, ...parts: readonly string[]) =>
    read(
      `Content-Type: multipart/${kind}; boundary=b\n`,
      `${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`,
    );
  const TEXT = `Content-Type: text/plain\n\nWhy.\n---\n${DIFF}`;

  test.each([
    ['alternative', 'Content-Type: text/html\n\n<pre>html</pre>'],
    ['signed', 'Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----'],
    [
      'signed',
      'Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIIB',
    ],
    [
      'mixed',
      'Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\neJ8+',
    ],
  ])('multipart/%s: the text, without %j', async (kind, other) => {
    const letter = await multipart(kind, TEXT, other);
    expect(letter.text).not.toMatch(/html|PGP/);
    expect(letter.attachments).toEqual([]);
    expect(readPatch(letter)).toMatchObject(WHOLE);
  });

  test.each(['text/x-patch', 'text/x-diff', 'application/octet-stream', 'text/plain'])(
    'a file of type %s',
    async (type) => {
      const file = `Content-Type: ${type}; name="x.patch"\nContent-Disposition: attachment\n\n${DIFF}`;
      expect(readPatch(await multipart('mixed', 'Content-Type: text/plain\n\nSee.', file))).toMatchObject({
        ...WHOLE,
        from: 'attachment',
      });
    },
  );
});

describe('61: a damaged diff is said with its line, and mended only for certain', () => {
  const long =
    'diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,3 +1,3 @@\n \tone;\n-\ttwo(a, b);\n+\ttwo(b, a);\n \tthree;\n';
  const codes = async (text: string) => {
    const [series] = await seriesOf([{ id: 'p', subject: '[PATCH] usb: x', text }]);
    return {
      codes: [...new Set(series?.problems.map(({ code }) => code))],
      patch: series?.patches[0],
      problems: series?.problems,
    };
  };

  test('no-break spaces', async () => {
    const found = await codes(long.replaceAll(/^ /gm, '\u00a0'));
    expect(found.codes).toEqual(['diff-mended']);
    expect(found.patch?.patchId).toBeNull();
  });

  test('a wrapped line that is open', async () => {
    const found = await codes(long.replace('two(b, a)', 'two(b,\na)'));
    expect(found.codes).toEqual(['diff-mended']);
    expect(found.patch?.files).toMatchObject([{ added: 1, removed: 1 }]);
  });

  test('a line that is lost', async () => {
    const found = await codes(`${long.replace(' \tthree;\n', '')}-- \n2.39.2\n`);
    expect(found.codes).toEqual(['diff-damaged']);
    expect(found.problems?.[0]?.at).toMatchObject({ messageId: 'p', line: expect.any(Number) });
    expect(found.patch?.files).toMatchObject([{ added: 0, removed: 0, hunks: [] }]);
  });
});

describe('62: the line "---"', () => {
  test('with a blank behind it ends the message', async () => {
    expect(await patchIn('', `Why.\n--- \nA note.\n\n${DIFF}`)).toMatchObject({ ...WHOLE, message: 'Why.' });
  });

  test('in a reply ends nothing: what stands below is heard', async () => {
    const [series] = await seriesOf([
      { id: 'p', subject: '[PATCH] usb: x', text: DIFF },
      {
        id: 'r',
        subject: 'Re: [PATCH] usb: x',
        from: 'Ben <ben@example.org>',
        answers: ['p'],
        minute: 1,
        text: 'Hm.\n---\nAcked-by: Ben <ben@example.org>\n',
      },
    ]);
    expect(series?.trailers).toMatchObject([{ key: 'Acked-by' }]);
  });

  test('above a diffstat alone: there is no diff', async () => {
    const text = 'Why.\n---\n drivers/usb/x.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n';
    expect(await patchIn('', text)).toMatchObject({ from: 'diffless', message: 'Why.' });
  });
});

describe('63: what stands above a diff and is none of it', () => {
  test.each([
    ['a signature', 'Why.\n\n-- \nAda\n'],
    ["a list's footer", 'Why.\n_______________________________________________\nlist mailing list\n'],
    ['words that begin like one', 'Why.\ndifficult\n--- not that ---\ndiff\nIndex of things\n'],
  ])('%s', async (_, above) => {
    const found = await patchIn('', above + DIFF);
    expect(found).toMatchObject(WHOLE);
    expect(found.wholeOctets).toBe(DIFF);
    expect(found.message.startsWith('Why.')).toBe(true);
  });
});

describe('64: diffs of every make', () => {
  test.each([
    [
      'diff -u',
      '--- old/x.c\t2019-05-06 10:00:00\n+++ new/x.c\t2019-05-07 10:00:00\n@@ -1 +1 @@\n-a\n+b\n',
      'x.c',
    ],
    [
      'Index:',
      'Index: usb/x.c\n===================================================================\n--- usb/x.c.orig\n+++ usb/x.c\n@@ -1 +1 @@\n-a\n+b\n',
      'usb/x.c',
    ],
    [
      'CVS',
      'Index: usb/x.c\n===================================================================\nRCS file: /cvs/usb/x.c,v\nretrieving revision 1.1\ndiff -u -r1.1 x.c\n--- usb/x.c\t6 May 2019 10:00:00 -0000\t1.1\n+++ usb/x.c\t7 May 2019 10:00:00 -0000\n@@ -1 +1 @@\n-a\n+b\n',
      'usb/x.c',
    ],
    ['a rename', 'diff --git a/x.c b/y.c\nsimilarity index 100%\nrename from x.c\nrename to y.c\n', 'y.c'],
    ['a mode', 'diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n', 'x.sh'],
    ['an empty file', 'diff --git a/n b/n\nnew file mode 100644\nindex 000000000000..e69de29bb2d1\n', 'n'],
    [
      'a binary file',
      'diff --git a/n.bmp b/n.bmp\nnew file mode 100644\nindex 000000000000..e69de29bb2d1\nGIT binary patch\nliteral 3\nKcmabc\n\nliteral 0\nHcmV?d00001\n\n',
      'n.bmp',
    ],
  ])('%s', async (_, diff, path) => {
    expect(await patchIn('', `Why.\n\n${diff}`)).toMatchObject({
      from: 'inline',
      files: [{ path }],
      problems: [],
    });
  });
});

describe('65: scissors', () => {
  const below = `From: Ben Example <ben@example.org>\nSubject: [PATCH] usb: other\n\nWhy.\n---\n${DIFF}`;

  test('in a reply are no request: the patch below is a suggestion', async () => {
    const [series, ...more] = await seriesOf([
      { id: 'r', subject: 'Re: slow', answers: ['gone'], text: `Try this.\n\n-- >8 --\n${below}` },
    ]);
    expect(more).toEqual([]);
    expect(series).toMatchObject({ patches: [], replies: 1 });
  });

  test.each(['-- >8 --\n', `-- >8 --\nFrom ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n`])(
    'in a patch %j cut nothing off, and its diff is read',
    async (scissors) => {
      const found = await patchIn('', `Hello.\n\n${scissors}${below}`);
      expect(found).toMatchObject(WHOLE);
      expect(found.message.startsWith('Hello.')).toBe(true);
    },
  );
});

test('66: NUL bytes are left out of the text and kept in the octets', async () => {
  const found = await patchIn('', DIFF.replace('+new x', '+new\0 x'));
  expect(found.files[0]?.hunks[0]?.lines[1]?.text).toBe('new x');
  expect(found.wholeOctets).toContain('+new\0 x');
});

test('67: a sign that turns the reading direction of a diff is said', async () => {
  const [series] = await seriesOf([
    {
      id: 'p',
      subject: '[PATCH] usb: x',
      text: `Why.\n---\n${DIFF.replace('+new x', '+new \u202ex\u2066')}`,
    },
  ]);
  expect(series?.problems).toEqual([
    { code: 'diff-reordered', path: 'drivers/usb/x.c', at: { messageId: 'p', line: 8 } },
  ]);
  const [harmless] = await seriesOf([
    { id: 'p', subject: '[PATCH] usb: x', text: `Why \u202ex.\n---\n${DIFF.replace('new', 'né')}` },
  ]);
  expect(harmless?.problems).toEqual([]);
});

test('68: of a mail beyond the limit what fits is read, and it is said', async () => {
  const text = `${HEAD}\nWhy.\n${'x\n'.repeat(1000)}`;
  const { value } = await readDocument(text, { letterBytesMax: 500 });
  expect(value[0]?.problems).toMatchObject([
    { code: 'letter-too-large', bytes: text.length, limitBytes: 500 },
  ]);
  expect(collectSeries(value, seriesLimits)).toHaveLength(1);
});
