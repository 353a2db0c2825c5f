import { describe, expect, test } from 'vitest';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import { threadLetters } from '../../src/series/thread.ts';
import { readDocument, readOne, seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf, lettersOf, seriesOf } from '../series/letters.ts';

/** Reads one mail with these headers and body. */
const read = (headers: readonly string[], body = 'x\n') =>
  readOne(`${['From: Ada Example <ada@example.org>', 'Subject: s', ...headers].join('\n')}\n\n${body}`);

/** Who answers whom, by Message-ID. */
async function parentsOf(mails: Parameters<typeof lettersOf>[0]) {
  const thread = threadLetters(await lettersOf(mails));
  return thread.letters.map((letter) => [letter.messageId, thread.parentOf(letter)?.messageId ?? null]);
}

const mail = (id: string, answers: readonly string[] = [], minute = 0) => ({
  id,
  subject: 's',
  text: id,
  answers,
  minute,
});

describe('40: an id is not unique', () => {
  test('the same id with other content is another mail', async () => {
    const mails = ['a', 'b'].map((name) => ({
      id: 'x',
      subject: `[PATCH] usb: ${name}`,
      text: diffOf(name),
    }));
    expect(await seriesOf(mails)).toHaveLength(2);
  });

  test('who answers it answers the one that was sent before', async () => {
    const parents = await parentsOf([
      mail('x', [], 0),
      { ...mail('x', [], 30), subject: 'other' },
      mail('r', ['x'], 40),
    ]);
    expect(parents.at(-1)).toEqual(['r', 'x']);
    const letters = await lettersOf([
      mail('x', [], 0),
      { ...mail('x', [], 30), subject: 'other' },
      mail('r', ['x'], 20),
    ]);
    const thread = threadLetters(letters);
    expect(letters[2] && thread.parentOf(letters[2])?.subject).toBe('s');
  });
});

describe('41: copies of one mail over several lists', () => {
  const head = (extra: string) =>
    `From mboxrd@z Thu Jan  1 00:00:00 1970\n${extra}From: ${ADA}\nMessage-ID: <p@example.org>\nDate: Tue, 7 May 2019 16:00:00 +0000\n`;
  const body = `Why.\n---\n${diffOf('p')}`;
  const footer = `_______________________________________________\nusb mailing list\nusb@lists.example.org\nhttps://lists.example.org/usb\n`;
  const count = async (second: string) => {
    const { value } = await readDocument(`${head('')}Subject: [PATCH] usb: p\n\n${body}\n${second}`);
    return collectSeries(value, seriesLimits).map(({ patches, letters }) => [patches.length, letters.length]);
  };

  test.each([
    [
      'other headers on the way',
      `${head('Received: from x.example by y.example; Tue, 7 May 2019 16:00:01 +0000\nList-Id: <usb.lists.example.org>\n')}Subject: [PATCH] usb: p\n\n${body}\n\n`,
    ],
    ["the list's footer", `${head('')}Subject: [PATCH] usb: p\n\n${body}${footer}\n`],
    ["the list's tag in the subject", `${head('')}Subject: [usb] [PATCH] usb: p\n\n${body}\n`],
    [
      'another packing',
      `${head('')}Subject: [PATCH] usb: p\nContent-Transfer-Encoding: base64\n\n${Buffer.from(body.replaceAll('\n', '\r\n')).toString('base64')}\n\n`,
    ],
  ])('%s', async (_, copy) => {
    expect(await count(copy)).toEqual([[1, 1]]);
  });
});

describe('42: a Message-ID in any dress', () => {
  test.each([
    ['<a@b.example> (raw)', 'a@b.example'],
    ['<a@b.example> (message ID with a comment)', 'a@b.example'],
    ['\n <a@b.example>', 'a@b.example'],
    ['<no-at-sign>', 'no-at-sign'],
    ['a@b.example', 'a@b.example'],
    ['<a@b.example', 'a@b.example'],
    ['a@b.example>', 'a@b.example'],
  ])('%j', async (raw, id) => {
    expect((await read([`Message-ID: ${raw}`])).messageId).toBe(id);
  });
});

test('43: two Message-IDs both name the mail', async () => {
  const head = `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: ${ADA}\nSubject: s\n`;
  const { value } = await readDocument(
    `${head}Message-ID: <1@b>\nMessage-ID: <2@b>\n\nx\n\n${head}Message-ID: <r@b>\nIn-Reply-To: <2@b>\n\ny\n`,
  );
  const thread = threadLetters(value);
  const [first, reply] = value;
  expect(first).toMatchObject({ messageId: '1@b', problems: [{ code: 'header-repeated' }] });
  expect(reply && thread.parentOf(reply)).toBe(first);
});

describe('44: In-Reply-To gives ids and no addresses', () => {
  test.each([
    ['<x@y> (Ben\'s message of "Wed, 8 May 2019")', 'x@y'],
    ['<x@y> <z@y>', 'x@y'],
    ['"Ben Example" <ben@example.org>, linux-usb@vger.example.org', null],
    ['ben@example.org', null],
  ])('%s', async (raw, id) => {
    const letter = await read([
      'To: Ben <ben@example.org>',
      'Cc: linux-usb@vger.example.org',
      `In-Reply-To: ${raw}`,
    ]);
    expect(letter.inReplyTo).toBe(id);
  });
});

describe('45: every id of References counts, whatever stands between', () => {
  test.each([
    ['commas', ['References: <1@a>,<2@a>, <3@a>']],
    ['doubles', ['References: <1@a> <2@a> <1@a> <3@a>']],
    ['two headers', ['References: <1@a> <2@a>', 'References: <3@a>']],
    ['an encoded word between', ['References: <1@a> =?utf-8?q?x?= <2@a>\n\t<3@a>']],
    ['a comment', ['References: <1@a> (see "it") <2@a> <3@a>']],
  ])('%s', async (_, headers) => {
    expect((await read(headers)).references).toEqual(['1@a', '2@a', '3@a']);
  });
});

describe('46: whom a mail answers', () => {
  const by = async (headers: string) => {
    const head = (id: string) =>
      `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: ${ADA}\nSubject: s\nMessage-ID: <${id}>\n`;
    const { value } = await readDocument(
      `${head('1@a')}\n1\n\n${head('2@a')}\n2\n\n${head('r@a')}${headers}\nr\n`,
    );
    const thread = threadLetters(value);
    const reply = value.at(-1);
    return reply && thread.parentOf(reply)?.messageId;
  };

  test.each([
    ['In-Reply-To before the last reference', 'In-Reply-To: <1@a>\nReferences: <1@a> <2@a>\n', '1@a'],
    ['the last reference that is at hand', 'References: <1@a> <2@a> <9@a>\n', '2@a'],
    ['In-Reply-To alone', 'In-Reply-To: <2@a>\n', '2@a'],
    ['an unknown In-Reply-To', 'In-Reply-To: <9@a>\nReferences: <1@a> <2@a>\n', '2@a'],
  ])('%s', async (_, headers, parent) => {
    expect(await by(headers)).toBe(parent);
  });
});

test('47: a circle of answers is opened, and nobody answers himself', async () => {
  const parents = await parentsOf([mail('a', ['c']), mail('b', ['a']), mail('c', ['b']), mail('d', ['d'])]);
  expect(parents.filter(([, parent]) => parent === null)).toHaveLength(2);
  expect(parents.at(-1)).toEqual(['d', null]);
});

test('48: mails about one that is not at hand are a thread, and it joins them when it comes', async () => {
  const replies = ['r1', 'r2'].map((id) => mail(id, ['gone']));
  const roots = async (mails: Parameters<typeof lettersOf>[0]) => {
    const thread = threadLetters(await lettersOf(mails));
    return new Set(thread.letters.map((letter) => thread.rootOf(letter)));
  };
  expect(await roots(replies)).toEqual(new Set(['gone']));
  expect((await roots([...replies, mail('gone')])).size).toBe(1);
});

describe('50: a date that can not be right', () => {
  const RECEIVED = 'Received: from a.example by b.example with ESMTP id 7;\n\tWed, 8 May 2019 16:02:31 +0000';

  test.each([
    ['none', []],
    ['one that no calendar has', ['Date: Thu, 99 Foo 99999 99:99:99 +9999']],
    ['one in a far future', ['Date: Mon, 15 Sep 2077 12:00:00 +0000']],
  ])('%s: the mail was sent when it was received', async (_, headers) => {
    const letter = await read([RECEIVED, ...headers]);
    expect(letter.date).toBe('2019-05-08T16:02:31+00:00');
    expect(letter.problems.map(({ code }) => code)).toEqual(headers.length === 0 ? [] : ['date-unreadable']);
  });

  test('never the day of reading', async () => {
    expect((await read(['Date: yesterday'])).date).toBeNull();
  });
});

describe('51: who sent it, where a list put itself in From', () => {
  const list = 'From: "Ada Example via usb" <usb@lists.example.org>';
  const sender = async (...headers: string[]) =>
    (await readOne(`${[list, 'Subject: [PATCH] s', ...headers].join('\n')}\n\nx\n`)).from;

  test.each([
    ['Reply-To: Ada Example <ada@example.org>'],
    ['Cc: Ada Example <ada@example.org>'],
    ['X-Original-From: Ada Example <ada@example.org>'],
  ])('%s', async (header) => {
    expect(await sender(header)).toEqual({ name: 'Ada Example', address: 'ada@example.org' });
  });

  test('the author of a patch is who its first line names', async () => {
    const [letter] = await lettersOf([
      { id: 'p', subject: '[PATCH] s', text: `From: ${BEN}\n\nWhy.\n---\n${diffOf('p')}` },
    ]);
    expect(letter && readPatch(letter).author).toEqual({ name: 'Ben Example', address: 'ben@example.org' });
  });
});
