import { describe, expect, test } from 'vitest';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import { seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf, lettersOf, type Posted, seriesOf } from './letters.ts';

const cover: Posted = { id: 'c', subject: '[PATCH v2 0/2] usb: two things', text: 'About it.' };
const first: Posted = {
  id: 'p1',
  subject: '[PATCH v2 1/2] usb: one',
  answers: ['c'],
  minute: 1,
  text: `One.\n\nSigned-off-by: ${ADA}\n---\n${diffOf('one')}`,
};
const second: Posted = {
  id: 'p2',
  subject: '[PATCH v2 2/2] usb: two',
  answers: ['c'],
  minute: 2,
  text: `Two.\n---\n${diffOf('two')}`,
};

describe('a posted series', () => {
  test('has its cover letter, its patches in order and nothing missing', async () => {
    const all = await seriesOf([second, first, cover]);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      subject: 'usb: two things',
      version: 2,
      total: 2,
      coverLetter: true,
      complete: true,
      missing: [],
      author: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2019-05-07T16:00:00+00:00',
      versions: [{ version: 2, messageId: 'c' }],
    });
    expect(all[0]?.patches.map(({ index, messageId, from }) => [index, messageId, from])).toEqual([
      [1, 'p1', 'inline'],
      [2, 'p2', 'inline'],
    ]);
    expect(all[0]?.patches[0]?.message).toBe('One.\n\nSigned-off-by: Ada Example <ada@example.org>');
    expect(all[0]?.patches[0]?.patchId).toMatch(/^[0-9a-f]{40}$/);
    expect(all[0]?.letters.map(({ messageId }) => messageId)).toEqual(['c', 'p1', 'p2']);
  });

  test('says which patch is missing', async () => {
    const [series] = await seriesOf([cover, second]);
    expect(series).toMatchObject({
      complete: false,
      missing: [1],
      problems: [{ code: 'patch-missing', index: 1, total: 2 }],
    });
  });

  test('takes the total of its patches when the cover letter says another', async () => {
    const third = { ...second, id: 'p3', subject: '[PATCH v2 3/3] usb: three' };
    const renumbered = [first, second].map((mail) => ({
      ...mail,
      subject: mail.subject.replace('/2', '/3'),
    }));
    const [series] = await seriesOf([cover, ...renumbered, third]);
    expect(series).toMatchObject({
      total: 3,
      complete: true,
      problems: [{ code: 'total-disagrees', stated: 2, found: 3 }],
    });
  });

  test('a cover letter that says a version says it for patches that say none', async () => {
    const [series, ...more] = await seriesOf([
      cover,
      ...[first, second].map((mail) => ({ ...mail, subject: mail.subject.replace(' v2', '') })),
    ]);
    expect(more).toEqual([]);
    expect(series).toMatchObject({ version: 2, complete: true });
  });

  test('a patch behind the last number is kept and said', async () => {
    const extra = { ...second, id: 'p3', subject: '[PATCH v2 3/2] usb: more' };
    const [series] = await seriesOf([cover, first, second, extra]);
    expect(series?.patches.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(series?.problems).toMatchObject([{ code: 'patch-extra', index: 3, total: 2 }]);
  });

  test('a patch subject without a diff is said, not a crash', async () => {
    const [series] = await seriesOf([{ id: 'p', subject: '[PATCH] usb: nothing', text: 'Forgot it.' }]);
    expect(series).toMatchObject({ patches: [{ from: 'diffless' }], problems: [{ code: 'diff-missing' }] });
  });

  test('copies over several lists are one letter, a re-used id with other content is another', async () => {
    expect(await seriesOf([first, first, second])).toHaveLength(1);
    const letters = await lettersOf([
      { id: 'x', subject: '[PATCH] a', text: diffOf('a') },
      { id: 'x', subject: '[PATCH] b', text: diffOf('b') },
    ]);
    expect(collectSeries(letters, seriesLimits)).toHaveLength(2);
  });

  test('who answers an id that was used twice answers the mail that was last sent with it', async () => {
    const later = [
      { ...cover, subject: '[PATCH v2 0/2] net: two others', minute: 30 },
      { ...first, subject: '[PATCH v2 1/2] net: one', minute: 31, text: diffOf('net one') },
      { ...second, subject: '[PATCH v2 2/2] net: two', minute: 32, text: diffOf('net two') },
    ];
    const reply = { id: 'r', subject: 'Re: it', answers: ['c', 'p2'], from: BEN, minute: 40, text: 'Fine.' };
    const all = await seriesOf([...later, reply, cover, first, second]);
    expect(all.map(({ subject, complete, replies }) => [subject, complete, replies])).toEqual([
      ['usb: two things', true, 0],
      ['net: two others', true, 1],
    ]);
    expect(currentSeries(all)?.subject).toBe('usb: two things');
  });
});

test('what could not be sent in one go continues in a thread of its own', async () => {
  const halting = [
    { ...first, answers: [] },
    { ...second, subject: '[PATCH v2 2/3] usb: two', answers: [] },
    { ...second, id: 'p3', subject: '[PATCH v2 3/3] usb: three', answers: ['p2'], minute: 3 },
  ].map((mail) => ({ ...mail, subject: mail.subject.replace('1/2', '1/3') }));
  const [series, ...more] = await seriesOf([
    { ...cover, subject: '[PATCH v2 0/3] usb: three things' },
    ...halting,
  ]);
  expect(more).toEqual([]);
  expect(series).toMatchObject({ coverLetter: true, complete: true });
});

describe('versions', () => {
  const reroll = [first, second].map((mail) => ({
    ...mail,
    id: `n${mail.id}`,
    subject: mail.subject.replace('v2', 'v3'),
    minute: 30,
    answers: ['c', 'p1'],
  }));

  test('a reroll in reply to its predecessor is a series of its own, and both know each other', async () => {
    const all = await seriesOf([cover, first, second, ...reroll]);
    expect(all.map(({ version }) => version)).toEqual([2, 3]);
    const known = all[0]?.versions.map(({ version, messageId, letters }) => {
      return [version, messageId, letters.map((letter) => letter.messageId)];
    });
    expect(known).toEqual([
      [2, 'c', ['c', 'p1', 'p2']],
      [3, 'np1', ['np1', 'np2']],
    ]);
    expect(currentSeries(all)?.version).toBe(3);
  });

  test('a reroll without a label begins where a number is taken again', async () => {
    const again = [first, second].map((mail) => ({
      ...mail,
      id: `n${mail.id}`,
      minute: 30,
      answers: ['p1'],
      text: `${mail.text}\n`,
    }));
    const all = await seriesOf([{ ...first, answers: [] }, { ...second, answers: ['p1'] }, ...again]);
    expect(all.map(({ patches }) => patches.length)).toEqual([2, 2]);
  });

  test('a resend is another posting of the same version', async () => {
    const resent = [cover, first, second].map((mail) => ({
      ...mail,
      id: `r${mail.id}`,
      minute: 40,
      answers: mail.id === 'c' ? ['c'] : ['c', 'rc'],
      subject: mail.subject.replace('[PATCH', '[PATCH RESEND'),
    }));
    const all = await seriesOf([cover, first, second, ...resent]);
    expect(all.map(({ version, resend, patches }) => [version, resend, patches.length])).toEqual([
      [2, false, 2],
      [2, true, 2],
    ]);
    expect(currentSeries(all)?.resend).toBe(true);
  });

  test('another series sent in reply is no version', async () => {
    const other: readonly Posted[] = [
      { id: 'o0', subject: '[PATCH 0/1] net: other', from: BEN, answers: ['c'], minute: 20 },
      {
        id: 'o1',
        subject: '[PATCH 1/1] net: other thing',
        from: BEN,
        answers: ['c', 'o0'],
        minute: 21,
        text: diffOf('other'),
      },
    ];
    const all = await seriesOf([cover, first, second, ...other]);
    expect(all.map(({ subject }) => subject)).toEqual(['usb: two things', 'net: other']);
    expect(currentSeries(all)?.subject).toBe('usb: two things');
  });
});

describe('replies', () => {
  const review = (text: string, from = BEN): Posted => ({
    id: 'r',
    subject: 'Re: [PATCH v2 1/2] usb: one',
    from,
    answers: ['c', 'p1'],
    minute: 10,
    text,
  });

  test('give trailers of their own sender only', async () => {
    const text =
      'On Tue, 7 May 2019, Ada Example wrote:\n> Acked-by: Old One <old@example.org>\n\nReviewed-by: Ben Example <ben@example.org>\nTested-by: Cyd Example <cyd@example.org>\nDate: Fri, 9 Aug 2019\n';
    const [series] = await seriesOf([cover, first, second, review(text)]);
    expect(series?.replies).toBe(1);
    expect(series?.trailers.map(({ key, messageId }) => [key, messageId])).toEqual([
      ['Signed-off-by', 'p1'],
      ['Reviewed-by', 'r'],
    ]);
    expect(series?.problems).toMatchObject([{ code: 'trailer-unverified', at: { messageId: 'r' } }]);
  });

  test('one that lost its Re: is still a reply', async () => {
    const [series, ...more] = await seriesOf([
      cover,
      first,
      second,
      { ...review('> One.\nfine\n'), subject: '[PATCH v2 1/2] usb: one' },
    ]);
    expect(more).toEqual([]);
    expect(series?.replies).toBe(1);
  });

  test('alone, they tell the patch they quote: its author, its id, its number', async () => {
    const quoted = (first.text ?? '').split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
    const text = [
      'On Tue, 7 May 2019, Ada Example wrote:',
      ...quoted,
      'Looks good.',
      `Acked-by: ${BEN}`,
    ].join('\n');
    const [series] = await seriesOf([review(text)]);
    expect(series).toMatchObject({
      subject: 'usb: one',
      version: 2,
      total: 2,
      missing: [2],
      replies: 1,
      author: { name: 'Ada Example', address: null },
      patches: [
        {
          index: 1,
          from: 'quoted',
          messageId: 'p1',
          files: [{ path: 'drivers/usb/one.c', added: 1, removed: 1 }],
        },
      ],
    });
    expect(series?.patches[0]?.message).toBe('One.\n\nSigned-off-by: Ada Example <ada@example.org>');
    expect(series?.trailers.map(({ key }) => key)).toEqual(['Signed-off-by', 'Acked-by']);
    const posted = (await seriesOf([first]))[0];
    expect(series?.patches[0]?.patchId).toBe(posted?.patches[0]?.patchId);
  });

  test('a circle of answers ends, and a long chain is walked', async () => {
    expect(
      await seriesOf([
        { id: 'a', subject: 'x', answers: ['b'] },
        { id: 'b', subject: 'x', answers: ['a'] },
      ]),
    ).toHaveLength(1);
    const chain = Array.from({ length: 2000 }, (_, at) => ({
      id: `m${at}`,
      subject: 'Re: x',
      ...(at === 0 ? {} : { answers: [`m${at - 1}`] }),
    }));
    expect((await seriesOf(chain))[0]?.replies).toBe(2000);
  });
});

test('no letters make no series', () => {
  expect(collectSeries([], seriesLimits)).toEqual([]);
  expect(currentSeries([])).toBeNull();
});
