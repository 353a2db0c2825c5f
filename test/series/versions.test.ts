import { expect, test } from 'vitest';
import { currentSeries } from '../../src/series/collect-series.ts';
import { ADA, BEN, diffOf, type Posted, seriesOf } from './letters.ts';

const cover: Posted = { id: 'c', subject: '[PATCH 0/2] usb: fixes', text: 'For the next release.' };
const first: Posted = {
  id: 'p1',
  subject: '[PATCH 1/2] usb: one',
  answers: ['c'],
  minute: 1,
  text: diffOf('one'),
};
const second: Posted = {
  id: 'p2',
  subject: '[PATCH 2/2] usb: two',
  answers: ['c'],
  minute: 2,
  text: diffOf('two'),
};

test('a maintainer who sends one patch of others again makes a version of the same series', async () => {
  const written = { ...first, text: `From: ${BEN}\n\nOne.\n---\n${diffOf('one')}` };
  const again: Posted = {
    ...second,
    id: 'n2',
    subject: '[PATCH v2 2/2] usb: two',
    minute: 9,
    answers: ['c', 'p2'],
    text: `From: Cyd Example <cyd@example.org>\n\nTwo.\n---\n${diffOf('two')}`,
  };
  const current = currentSeries(await seriesOf([cover, written, second, again]));
  expect(current).toMatchObject({
    version: 2,
    complete: true,
    problems: [{ code: 'reroll-partial', kept: 1 }],
  });
  expect(current?.patches.map(({ messageId }) => messageId)).toEqual(['p1', 'n2']);
});

test('a diff in a discussion is not what the thread is about when a patch was sent', async () => {
  const idea: Posted = {
    id: 'i',
    subject: 'usb: waits are too long',
    text: `What about this?\n\n${diffOf('idea')}`,
  };
  const sent = [first, second].map((mail) => ({ ...mail, answers: ['i'], minute: 20 }));
  expect(currentSeries(await seriesOf([idea, ...sent]))?.patches.map(({ messageId }) => messageId)).toEqual([
    'p1',
    'p2',
  ]);
  expect(currentSeries(await seriesOf([idea]))?.patches.map(({ messageId }) => messageId)).toEqual(['i']);
});

test('who answers another matter vouches for that', async () => {
  const aside: Posted = {
    id: 'a',
    subject: 'usb: a leak (was Re: [PATCH 1/2] usb: one)',
    answers: ['c', 'p1'],
    minute: 5,
    text: 'See here.',
  };
  const praise: Posted = {
    id: 'r',
    subject: `Re: ${aside.subject}`,
    from: BEN,
    answers: ['c', 'p1', 'a'],
    minute: 6,
    text: `Reviewed-by: ${BEN}\n`,
  };
  const current = currentSeries(await seriesOf([cover, first, second, aside, praise]));
  expect(current).toMatchObject({ replies: 2, trailers: [], author: { name: ADA.split(' <')[0] } });
});

test.each([
  ['2/2 v1.1', 1],
  ['2/2', 1],
])('one patch sent again as %s takes its place in the series', async (counter, version) => {
  const again: Posted = {
    ...second,
    id: 'n2',
    subject: `[PATCH ${counter}] usb: two`,
    minute: 9,
    answers: ['c', 'p2'],
    text: diffOf('two, again'),
  };
  const current = currentSeries(await seriesOf([cover, first, second, again]));
  expect(current).toMatchObject({
    version,
    subject: 'usb: fixes',
    complete: true,
    problems: [{ code: 'reroll-partial', kept: 1 }],
  });
  expect(current?.patches.map(({ messageId }) => messageId)).toEqual(['p1', 'n2']);
});

test('a work with versions of its own is no reworded reroll, though it changes the same file', async () => {
  const alone = (id: string, counter: string, title: string, minute: number): Posted => {
    return { id, subject: `[PATCH${counter}] usb: ${title}`, minute, text: diffOf('one') };
  };
  const mails = [alone('a1', '', 'one', 1), alone('b1', '', 'other', 20), alone('b2', ' v2', 'other', 30)];
  expect(currentSeries(await seriesOf(mails))?.letters[0]?.messageId).toBe('a1');
  const reworded = [alone('a1', '', 'one', 1), alone('a2', ' v2', 'the one', 30)];
  expect(currentSeries(await seriesOf(reworded))?.letters[0]?.messageId).toBe('a2');
});
