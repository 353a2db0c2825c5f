import { describe, expect, test } from 'vitest';
import { limits, readDocument, readOne } from './settings.ts';

const HEAD =
  'From: Ada Example <ada@example.org>\nMessage-ID: <m1@example.org>\nDate: Tue, 07 May 2019 16:02:31 +0000\n';
const DIFF = 'diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n';

function codes(read: Awaited<ReturnType<typeof readDocument>>): readonly string[] {
  return [...read.problems, ...read.value.flatMap((letter) => letter.problems)].map(({ code }) => code);
}

describe('a document says what it is', () => {
  test('an mbox in the mboxrd dialect loses one mark of each quoted From line', async () => {
    const mark = 'From mboxrd@z Thu Jan  1 00:00:00 1970\n';
    const { value } = await readDocument(
      `${mark}${HEAD}Subject: one\n\n>From here\n>>From there\n\n${mark}${HEAD}Subject: two\n\nx\n`,
    );
    expect(value.map(({ subject }) => subject)).toEqual(['one', 'two']);
    expect(value[0]?.text).toBe('From here\n>From there\n');
  });

  test('a From line inside a body is text when no header follows it', async () => {
    const mark = 'From ada@example.org Tue May  7 16:02:31 2019\n';
    const { value } = await readDocument(
      `${mark}${HEAD}\nhello\n\nFrom ben@example.org Tue May  7 16:02:31 2019\nno header\n`,
    );
    expect(value).toHaveLength(1);
  });

  test('format-patch output is a thread of patches', async () => {
    const mark = (digit: string) => `From ${digit.repeat(40)} Mon Sep 17 00:00:00 2001\n`;
    const { value } = await readDocument(
      `${mark('a')}${HEAD}Subject: [PATCH 1/2] a\n\n---\n${DIFF}\n${mark('b')}${HEAD}Subject: [PATCH 2/2] b\n\n${DIFF}`,
    );
    expect(value.map(({ subject }) => subject)).toEqual(['[PATCH 1/2] a', '[PATCH 2/2] b']);
  });

  test('a message may begin in the middle of its headers', async () => {
    const read = await readDocument(
      `\tby mail.example.org with ESMTP id 7;\n\tTue, 7 May 2019 16:02:31 +0000\n${HEAD}Subject: cut\n\nbody\n`,
    );
    expect(read.value[0]).toMatchObject({ subject: 'cut', text: 'body\n' });
    expect(codes(read)).toContain('headers-cut-off');
  });

  test('a bare diff is a patch without a subject', async () => {
    const letter = await readOne(DIFF);
    expect(letter).toMatchObject({ source: 'patch', subject: '', messageId: null });
  });

  test('what git show prints has an author, a date and a title', async () => {
    const letter = await readOne(
      `commit ${'a'.repeat(40)}\nAuthor: Ada Example <ada@example.org>\nDate:   Tue May 7 16:02:31 2019 +0200\n\n    usb: make it fast\n\n    It was slow.\n\n${DIFF}`,
    );
    expect(letter).toMatchObject({
      source: 'patch',
      subject: 'usb: make it fast',
      from: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2019-05-07T16:02:31+02:00',
    });
    expect(letter.text.startsWith('It was slow.')).toBe(true);
  });

  test('a hypermail page shows a subject, a person and a date', async () => {
    const letter = await readOne(
      'Re: [PATCH] usb: faster\n\nFrom: Ada Example\nDate: Thu Aug 09 2018 - 05:44:15 EST\n\n\nHello,\nit is <ada@xxxxxxxxxxx> here.\n',
    );
    expect(letter).toMatchObject({
      source: 'archive-page',
      subject: 'Re: [PATCH] usb: faster',
      from: { name: 'Ada Example', address: null },
      date: '2018-08-09T05:44:15-05:00',
      text: 'Hello,\nit is <ada@xxxxxxxxxxx> here.\n',
    });
    expect(letter.problems).toEqual([
      { code: 'address-masked', text: 'ada@xxxxxxxxxxx', at: { messageId: null, line: 2 } },
    ]);
  });

  test.each([
    ['[PATCH] usb: faster\n\n[Ada Example]\n\nHello\n', null],
    [
      '[PATCH] usb: faster\nAda Example ada at example.org\nThu Jun 13 15:41:17 EDT 2013\n\nPrevious message: x\nHello\n',
      'ada@example.org',
    ],
  ])('a pipermail page shows the person below the subject: %j', async (page, address) => {
    const letter = await readOne(page);
    expect(letter).toMatchObject({
      subject: '[PATCH] usb: faster',
      from: { name: 'Ada Example', address },
      text: 'Hello\n',
    });
  });

  test('a forge page of a commit ends with the trailers', async () => {
    const page =
      'A fork of something | https://forge.example\n0123456789\nusb: xhci: make it fast\n\nIt was slow.\nSigned-off-by: Ada Example <ada@example.org>\n|\n||\n|---|\n| drivers ||\nREADME\n';
    const letter = await readOne(page);
    expect(letter).toMatchObject({ source: 'commit-page', subject: 'usb: xhci: make it fast' });
    expect(letter.text).toBe(
      'usb: xhci: make it fast\n\nIt was slow.\nSigned-off-by: Ada Example <ada@example.org>\n',
    );
  });

  test('a message on one line gets its headers and quoted lines back', async () => {
    const line =
      'From mboxrd@z Thu Jan 1 00:00:00 1970 Return-Path: Received: from a.example (a.example [192.0.2.1]) by b.example (Postfix) with ESMTP id 1 for ; Tue, 7 May 2019 16:02:31 +0000 (UTC) Date: Wed, 8 May 2019 01:02:20 +0900 From: Ada Example To: ben@example.org Subject: Re: [PATCH] usb: faster Message-ID: <1@example.org> In-Reply-To: <0@example.org> MIME-Version: 1.0 Content-Type: text/plain; charset=us-ascii User-Agent: Mutt/1.11.3 (2019-02-01) Precedence: bulk List-ID: X-Mailing-List: linux-usb@vger.kernel.org On Mon, Apr 01, 2019 at 11:16:11PM +0900, Ben Example wrote: > First line > second line > > After a gap > -- > 2.20.1 Thanks a lot.';
    const letter = await readOne(line);
    expect(letter).toMatchObject({
      messageId: '1@example.org',
      inReplyTo: '0@example.org',
      subject: 'Re: [PATCH] usb: faster',
      from: { name: 'Ada Example', address: null },
      to: [{ name: '', address: 'ben@example.org' }],
      date: '2019-05-08T01:02:20+09:00',
    });
    expect(letter.text.split('\n')).toEqual([
      'On Mon, Apr 01, 2019 at 11:16:11PM +0900, Ben Example wrote:',
      '> First line',
      '> second line',
      '>',
      '> After a gap',
      '> --',
      '> 2.20.1',
      '',
      'Thanks a lot.',
      '',
    ]);
  });
});

describe('a document that can not be read says why', () => {
  test.each([
    ['nothing', '', 'input-empty'],
    ['blanks', ' \n\n', 'input-empty'],
    ['bytes', Uint8Array.from({ length: 600 }, (_, index) => (index * 37) % 256), 'input-not-mail'],
    ['prose', 'Dear reader,\nthis is a story.\n', 'input-not-mail'],
    ['one long line', 'x'.repeat(limits.lineCharactersMax + 1), 'line-too-long'],
  ])('%s', async (_, document, code) => {
    const read = await readDocument(document);
    expect(read.value).toEqual([]);
    expect(codes(read)).toEqual([code]);
  });

  test('more bytes than the limit', async () => {
    const read = await readDocument(`${HEAD}\n${'line\n'.repeat(100)}`, { documentBytesMax: 300 });
    expect(read).toMatchObject({ value: [], problems: [{ code: 'input-too-large', limitBytes: 300 }] });
  });

  test('an mbox cut in its last line gives what is whole and says where it was cut', async () => {
    const mark = 'From mboxrd@z Thu Jan  1 00:00:00 1970\n';
    const read = await readDocument(
      `${mark}${HEAD}Subject: one\n\nwhole\n\n${mark}${HEAD}Subject: two\n\nfirst\ncut he`,
    );
    expect(read.value).toHaveLength(2);
    expect(read.problems).toEqual([
      {
        code: 'input-truncated',
        why: 'the last line is not ended',
        at: { messageId: 'm1@example.org', line: 2 },
      },
    ]);
  });
});

describe('pages of other archives', () => {
  test('a thread that public-inbox shows is all its messages', async () => {
    const page = `* [PATCH] usb: faster
@ 2019-04-01 14:16 Ada Example
  2019-05-07 16:02 \` Ben Example
  0 siblings, 1 reply; 2+ messages in thread
From: Ada Example @ 2019-04-01 14:16 UTC (permalink / raw)
  To: linux-usb; +Cc: ben

It was slow.
---
${DIFF}
^ permalink raw reply\t[flat|nested] 2+ messages in thread
* Re: [PATCH] usb: faster
  2019-04-01 14:16 [PATCH] usb: faster Ada Example
@ 2019-05-07 16:02 \` Ben Example
  0 siblings, 0 replies; 2+ messages in thread
From: Ben Example @ 2019-05-07 16:02 UTC (permalink / raw)
  To: Ada Example; +Cc: linux-usb

> It was slow.
Indeed.

^ permalink raw reply\t[flat|nested] 2+ messages in thread
`;
    const { value } = await readDocument(page);
    expect(value).toMatchObject([
      { subject: '[PATCH] usb: faster', from: { name: 'Ada Example' }, date: '2019-04-01T14:16:00+00:00' },
      {
        subject: 'Re: [PATCH] usb: faster',
        from: { name: 'Ben Example' },
        text: '> It was slow.\nIndeed.\n',
      },
    ]);
  });

  test('the message view of public-inbox is a mail with the page cut off', async () => {
    const letter = await readOne(
      `${HEAD.replace('+0000\n', '+0000\t[thread overview]\n').replace('org>\nDate', 'org> (raw)\nDate')}Subject: [PATCH] usb: faster\n\nHello\n\n             reply\tother threads:[~2019-05-07 16:02 UTC|newest]\n\nThread overview: 2+ messages\n`,
    );
    expect(letter).toMatchObject({
      messageId: 'm1@example.org',
      date: '2019-05-07T16:02:31+00:00',
      text: 'Hello\n\n',
    });
  });

  test('MARC labels the head and hides addresses its own way', async () => {
    const letter = await readOne(
      '[prev in list] [next in list] [prev in thread] [next in thread]\n\nList:       linux-usb\nSubject:    Re: [PATCH] usb: faster\nFrom:       Ada Example <ada () example ! org>\nDate:       2013-06-14 2:07:13\nMessage-ID: 1 () example ! org\n[Download RAW message or body]\n\nHello\n\n[prev in list] [next in list]\nConfigure | About\n',
    );
    expect(letter).toMatchObject({
      subject: 'Re: [PATCH] usb: faster',
      from: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2013-06-14T02:07:13+00:00',
      text: 'Hello\n',
    });
  });

  test('labels with tabs behind them are labels', async () => {
    const letter = await readOne(
      'lkml.example\n\nDate\tThu, 9 Aug 2018 12:44:15 +0300\nFrom\tAda Example <>\nSubject\tRe: [PATCH] usb: faster\n\nHello\n',
    );
    expect(letter).toMatchObject({
      subject: 'Re: [PATCH] usb: faster',
      date: '2018-08-09T12:44:15+03:00',
      text: 'Hello\n',
    });
  });

  test('a patchwork page gives the message and the patch', async () => {
    const letter = await readOne(
      `[v2] usb: faster\n10880461\tdiff\tmbox\tseries\nMessage ID\t1@example.org\nState\tNew\nCommit Message\nAda Example April 1, 2019, 2:16 p.m. UTC\nIt was slow.\n\nSigned-off-by: Ada Example <ada@example.org>\nComments\nBen Example May 7, 2019, 4:02 p.m. UTC | #1\nGood.\nPatch\n${DIFF}`,
    );
    expect(letter).toMatchObject({
      subject: '[v2] usb: faster',
      messageId: '1@example.org',
      from: { name: 'Ada Example' },
    });
    expect(letter.text).toBe(`It was slow.\n\nSigned-off-by: Ada Example <ada@example.org>\n---\n${DIFF}`);
  });

  test('a commit on cgit has its author, its date and its diff', async () => {
    const letter = await readOne(
      `author\tAda Example <ada@example.org>\t2019-11-15 18:50:03 +0200\ncommitter\tBen Example <ben@example.org>\t2019-11-18\ncommit\t0123456789abcdef (patch)\ntree\t0123\nparent\t4567\nusb: xhci: faster\nIt was slow.\nSigned-off-by: Ada Example <ada@example.org>\nDiffstat\n-rw-r--r--\tx.c\t2\n${DIFF}`,
    );
    expect(letter).toMatchObject({
      subject: 'usb: xhci: faster',
      from: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2019-11-15T18:50:03+02:00',
    });
    expect(letter.text.endsWith(DIFF)).toBe(true);
  });

  test('a page saved as HTML is read as the text it shows', async () => {
    const letter = await readOne(
      '<!DOCTYPE html><html><head><title>x</title><style>b{}</style></head><body><h1>[PATCH] usb: faster</h1><b>Ada Example</b> <a href="#">ada at example.org</a><br><i>Thu Jun 13 15:41:17 EDT 2013</i><p><pre>\nif (a &lt; b &amp;&amp; c)\n\treturn;\n</pre></body></html>',
    );
    expect(letter).toMatchObject({
      subject: '[PATCH] usb: faster',
      from: { name: 'Ada Example', address: 'ada@example.org' },
    });
    expect(letter.text).toBe('if (a < b && c)\n\treturn;\n');
  });
});
