import { describe, expect, test } from 'vitest';
import { readOne } from './settings.ts';

const HEAD = 'From: Ada Example <ada@example.org>\nSubject: s\nMessage-ID: <m1@example.org>\n';

function mail(headers: string, body = 'x\n'): string {
  return `${HEAD}${headers}\n${body}`;
}

describe('ids are taken from the raw headers', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['<a@b> (raw)', 'a@b'],
    ['(a comment) <a@b>', 'a@b'],
    ['a@b', 'a@b'],
    ['<no-at-sign>', 'no-at-sign'],
    ['\n <folded@b>', 'folded@b'],
    ['=?utf-8?Q?<1@a>=0D=0ABcc:_e@x.y?=', null],
    [`<${'a'.repeat(10_000)}@x>`, null],
    ['two words', null],
  ];
  test.each(cases)('Message-ID: %j', async (value, expected) => {
    const letter = await readOne(`From: a@b.example\nSubject: s\nMessage-ID: ${value}\n\nx\n`);
    expect(letter.messageId).toBe(expected);
    expect(letter.problems.map(({ code }) => code)).toEqual(
      expected === null ? ['message-id-unreadable'] : [],
    );
  });

  test('References come with commas, twice and in two headers', async () => {
    const letter = await readOne(mail('References: <1@a>,<2@a>\n <1@a>\nReferences: <3@a>\n'));
    expect(letter.references).toEqual(['1@a', '2@a', '3@a']);
  });

  test('the comment of an In-Reply-To is no id, and an address is none', async () => {
    expect((await readOne(mail('In-Reply-To: <1@a> (message of "Wed")\n'))).inReplyTo).toBe('1@a');
    expect((await readOne(mail('In-Reply-To: Ada Example\n'))).inReplyTo).toBeNull();
  });
});

describe('bodies are unpacked and decoded', () => {
  test('quoted-printable with soft breaks', async () => {
    const letter = await readOne(
      mail(
        'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n',
        'a =3D b=\nc =C2=B5s\n',
      ),
    );
    expect(letter.text).toBe('a = bc µs\n');
  });

  test('base64 with CRLF line ends', async () => {
    const packed = Buffer.from('+a\r\n+b\r\n').toString('base64');
    expect((await readOne(mail('Content-Transfer-Encoding: base64\n', `${packed}\n`))).text).toBe('+a\n+b\n');
  });

  test('octets stay as they came while the text is decoded', async () => {
    const document = Buffer.concat([
      Buffer.from(mail('Content-Type: text/plain; charset=iso-8859-1\n', '')),
      Buffer.from([0xe9, 10]),
    ]);
    expect(await readOne(document)).toMatchObject({ text: 'é\n', octets: '\xe9\n' });
  });

  test('an unknown charset is read as UTF-8 or Latin-1 and said', async () => {
    const letter = await readOne(mail('Content-Type: text/plain; charset=nope\n', 'é\n'));
    expect(letter.text).toBe('é\n');
    expect(letter.problems).toEqual([
      { code: 'charset-unknown', charset: 'nope', at: { messageId: 'm1@example.org', line: null } },
    ]);
  });

  test('flowed text is joined, unstuffed, and keeps its signature mark', async () => {
    const body =
      'A line that goes \non here.\n  an indented line\n> quoted words \n> go on\n>> deeper\n-- \nAda\n';
    const letter = await readOne(mail('Content-Type: text/plain; format=flowed\n', body));
    expect(letter.text).toBe(
      'A line that goes on here.\n an indented line\n> quoted words go on\n>> deeper\n-- \nAda\n',
    );
  });

  test('DelSp takes the blank of a soft break away', async () => {
    const letter = await readOne(
      mail('Content-Type: text/plain; format=flowed; delsp=yes\n', 'giveb \nack\n'),
    );
    expect(letter.text).toBe('giveback\n');
  });
});

describe('of a multipart the plain text is the letter', () => {
  const multipart = (kind: string, ...parts: readonly string[]) =>
    mail(
      `Content-Type: multipart/${kind}; boundary=b\n`,
      `${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`,
    );

  test('alternative: not the HTML', async () => {
    const letter = await readOne(
      multipart('alternative', 'Content-Type: text/html\n\n<p>x', 'Content-Type: text/plain\n\nplain'),
    );
    expect(letter.text).toBe('plain');
  });

  test('mixed: an attached patch is kept beside the text, its name only shown', async () => {
    const attached =
      'Content-Type: text/x-patch\nContent-Disposition: attachment; filename="../../etc/x.patch"\n\ndiff';
    const letter = await readOne(multipart('mixed', 'Content-Type: text/plain\n\nsee attachment', attached));
    expect(letter.text).toBe('see attachment');
    expect(letter.attachments).toEqual([
      {
        filename: '../../etc/x.patch',
        contentType: 'text/x-patch',
        text: 'diff',
        octets: 'diff',
        head: null,
      },
    ]);
  });

  test('signed: the signature is no text', async () => {
    const letter = await readOne(
      multipart(
        'signed',
        'Content-Type: text/plain\n\nhello',
        'Content-Type: application/pgp-signature\n\n-----BEGIN',
      ),
    );
    expect(letter).toMatchObject({ text: 'hello', attachments: [] });
  });

  test('HTML alone is no text, and is said', async () => {
    const letter = await readOne(mail('Content-Type: text/html\n', '<pre>diff --git a/x b/x</pre>\n'));
    expect(letter).toMatchObject({ text: '', problems: [{ code: 'plain-text-missing' }] });
  });

  test('two boundaries are ambiguous', async () => {
    const letter = await readOne(
      mail('Content-Type: multipart/mixed; boundary=a; boundary=b\n', '--a\n\nA\n--a--\n--b\n\nB\n--b--\n'),
    );
    expect(letter.problems.map(({ code }) => code)).toContain('mime-ambiguous');
  });
});

describe('odd headers are said and never guessed', () => {
  test('a date that is none is null', async () => {
    const letter = await readOne(mail('Date: Thu, 99 Foo 99999 99:99:99 +9999\n'));
    expect(letter.date).toBeNull();
    expect(letter.problems.map(({ code }) => code)).toEqual(['date-unreadable']);
  });

  test('two different senders', async () => {
    const letter = await readOne('From: a@b.example\nFrom: c@d.example\nSubject: s\n\nx\n');
    expect(letter.problems).toMatchObject([{ code: 'header-repeated', header: 'From' }]);
  });

  test('a name that looks like an address does not become one', async () => {
    const letter = await readOne('From: =?utf-8?Q?boss=40example.org?= <evil@x.example>\nSubject: s\n\nx\n');
    expect(letter.from).toEqual({ name: 'boss@example.org', address: 'evil@x.example' });
  });

  test('a domain that an archive masked is no address', async () => {
    const letter = await readOne(
      'From: Ada Example <ada@xxxxxxxxxxxxxxx>\nSubject: s\nDate: Tue, 7 May 2019 16:02:31 +0000\n\nx\n',
    );
    expect(letter.from).toEqual({ name: 'Ada Example', address: null });
  });

  test('a subject in encoded words is one line', async () => {
    const letter = await readOne(
      'From: a@b.example\nSubject: =?utf-8?B?W1BBVENIXSA=?=\n =?utf-8?Q?caf=C3?= =?utf-8?Q?=A9=0D=0ABcc:?=\n\nx\n',
    );
    expect(letter.subject).toBe('[PATCH] café Bcc:');
  });

  test('an address group is opened by the MIME library', async () => {
    const letter = await readOne(mail('To: friends: a@b.example, C <c@d.example>;\n'));
    expect(letter.to).toEqual([
      { name: '', address: 'a@b.example' },
      { name: 'C', address: 'c@d.example' },
    ]);
  });

  test('letters with one id and different bodies have different keys', async () => {
    const [one, other, copy] = await Promise.all([
      readOne(mail('', 'a\n')),
      readOne(mail('', 'b\n')),
      readOne(mail('Received: x\n', 'a\n\n')),
    ]);
    expect(one.key).not.toBe(other.key);
    expect(one.key).toBe(copy.key);
  });
});
