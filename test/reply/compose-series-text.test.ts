import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { composeTree } from '../../src/compose-tree.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { composeSeriesText } from '../../src/reply/compose-series-text.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf, lettersOf, type Posted } from '../series/letters.ts';
import { HOSTILE_TEXTS } from '../support/random-reports.ts';

const THREADS = join(import.meta.dirname, '..', 'threads');
const CYD = 'Cyd Example <cyd@example.org>';

function treeOf(letters: readonly Letter[], columns = 110): string {
  const options = { hasColour: false, hasBars: false, columns };
  return composeSeriesText(composeTree(letters.length, collectSeries(letters, seriesLimits)), [], options);
}

describe('the tree of a thread', () => {
  const slugs = readdirSync(THREADS).filter((slug) => existsSync(join(THREADS, slug, 'thread.mbox')));
  test.each(slugs)('%s is what it was', async (slug) => {
    const { value } = await readDocument(readFileSync(join(THREADS, slug, 'thread.mbox')));
    await expect(treeOf(value)).toMatchFileSnapshot(join(THREADS, slug, '15-series.txt'));
  });
});

/** As b4 and git write what a series stands on, and people beside them. */
const STANDS_ON = [
  'Depends-on: <20190506120000.1-1-cyd@example.org>',
  'Supersedes: <c@example.org>',
  '---',
  `base-commit: ${'0123456789abcdef'.repeat(4).slice(0, 40)}`,
  'change-id: 20190507-short-interrupts-0a1b2c3d4e5f',
  'prerequisite-message-id: <20190501120000.9-1-ben@example.org>',
  ...['1', '2', '3', '4', '5', '1'].map((digit) => `prerequisite-patch-id: ${digit.repeat(40)}`),
].join('\n');

/** A first version of three, reviewed; a reroll that lacks one; a copy for a stable kernel; a talk. */
const EVERYTHING: readonly Posted[] = [
  { id: 'c', subject: '[PATCH 0/3] usb: short interrupts', text: 'About them.' },
  patch('p1', '[PATCH 1/3] usb: one', 1, ['c']),
  patch('p2', '[PATCH 2/3] usb: two', 2, ['c']),
  patch('p3', '[PATCH 3/3] usb: three', 3, ['c']),
  reply(
    'r1',
    'Re: [PATCH 1/3] usb: one',
    ['c', 'p1'],
    BEN,
    `Fine.\n\nReviewed-by: ${BEN}\nTested-by: ${CYD}\n`,
  ),
  reply('r2', 'Re: [PATCH 1/3] usb: one', ['c', 'p1', 'r1'], CYD, '> Fine.\n\nNot so sure.\n'),
  reply('r3', 'Re: [PATCH 0/3] usb: short interrupts', ['c'], CYD, `Acked-by: ${CYD}\n`),
  {
    id: 'd',
    subject: '[RFC PATCH v2 0/3] usb: short interrupts',
    minute: 30,
    answers: ['c'],
    text: `Again.\n\n${STANDS_ON}\n`,
  },
  patch('q1', '[RFC PATCH v2 1/3] usb: one', 31, ['c', 'd']),
  {
    ...patch('q2', '[RFC PATCH v2 2/3] usb: two', 32, ['c', 'd']),
    text: `As before.\n---\n${diffOf('p2')}${diffOf('more')}`,
  },
  { ...patch('s', '[PATCH AUTOSEL 5.10 12/34] usb: elsewhere', 40, []), from: CYD },
  { id: 't', subject: 'usb: what about hubs?', minute: 41, from: BEN, text: 'Do they gain?' },
];

function patch(id: string, subject: string, minute: number, answers: readonly string[]): Posted {
  const name = id.startsWith('q') ? id.replace('q', 'p') : id;
  return { id, subject, minute, answers, text: `Why.\n\nSigned-off-by: ${ADA}\n---\n${diffOf(name)}` };
}

function reply(id: string, subject: string, answers: readonly string[], from: string, text: string): Posted {
  return { id, subject, minute: 10 + Number(id.slice(1)), answers, from, text };
}

test('versions, replies, what was taken and refused, what is missing, and what is no submission', async () => {
  const golden = join(import.meta.dirname, 'compose-series-text.txt');
  await expect(treeOf(await lettersOf(EVERYTHING))).toMatchFileSnapshot(golden);
});

test('no line is wider than the terminal, nor than a hundred columns', async () => {
  const long = 'usb: '.padEnd(400, 'interrupts ') + 'x'.repeat(300);
  const letters = await lettersOf([...EVERYTHING, patch('w', `[PATCH v3 1/2] ${long}`, 50, ['c'])]);
  for (const [columns, limit] of [
    [200, 100],
    [60, 60],
  ] as const) {
    const widths = treeOf(letters, columns)
      .split('\n')
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(limit);
  }
});

test.each(HOSTILE_TEXTS)('nothing of a hostile thread reaches the terminal as it is: %j', async (evil) => {
  const [letter] = await lettersOf([patch('p', '[PATCH] usb: one', 1, [])]);
  if (letter === undefined) throw new Error('one letter was written');
  const text = treeOf([
    { ...letter, subject: `[PATCH] ${evil}`, from: { name: evil, address: null }, date: evil },
  ]);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
