import { describe, expect, test } from 'vitest';
import {
  differenceLines,
  driverWords,
  readFrom,
  readFromBriefly,
  refusalLines,
} from '../../src/reply/tree-words.ts';
import type { Report } from '../../src/report.ts';
import { hcdOf } from '../support/reports.ts';

type Model = NonNullable<Report['model']>;
type Tree = NonNullable<NonNullable<Model['tree']>>;

const COMMIT = '1b929c02afd37871d5afb9d498426f83432e71c2';
const tree = (told: Partial<Tree> = {}): Tree => ({
  how: 'tag',
  name: 'v6.1',
  commit: COMMIT,
  date: '2022-12-11T14:15:18-08:00',
  ageDays: 12,
  refused: [],
  differences: [],
  appliesOn: null,
  basesTried: 0,
  ...told,
});
const model = (told: Partial<Model> = {}): Model => ({
  driver: 'xhci',
  driverFrom: 'diff',
  source: 'tree',
  tree: tree(),
  era: null,
  before: hcdOf(),
  after: hcdOf(),
  changes: [],
  unmodelled: [],
  hazards: [],
  configurations: [],
  ...told,
});
const REFUSED = [{ path: 'drivers/usb/host/xhci.c', hunk: 2, why: 'the tree has no such file' }];

describe('where the giveback path was read', () => {
  test.each<[Partial<Model>, string]>([
    [{}, 'v6.1, 1b929c02afd3 (the newest release before the mail), 12 days old when the mail was sent'],
    [
      { tree: tree({ how: 'base-commit', name: '1b929c02afd3', ageDays: 0 }) },
      '1b929c02afd3 (the base-commit of the mail), of the day of the mail',
    ],
    [
      { tree: tree({ how: 'head', name: 'HEAD', ageDays: -1 }) },
      "HEAD, 1b929c02afd3 (the repository's head, for the mail names no base), 1 day younger than the mail",
    ],
    [
      { tree: tree({ how: 'given', name: 'linux-source-6.1', commit: null, ageDays: null }) },
      'linux-source-6.1 (the directory as it is)',
    ],
    [
      { source: 'diff' },
      'the diff alone: it does not apply to v6.1, 1b929c02afd3 (the newest release before the mail), 12 days old when the mail was sent',
    ],
    [{ source: 'diff', tree: null }, 'the diff alone (no tree given)'],
    [{ source: 'text', tree: null }, 'the text (no diff in the thread)'],
    [{ tree: undefined }, 'the source tree'],
  ])('%#', (told, words) => {
    expect(readFrom(model(told))).toBe(words);
  });

  test('is said in a mail in words of ours alone', () => {
    expect(readFromBriefly(model({ source: 'diff' }))).toBe('the diff alone (it does not apply to the tree)');
    expect(readFromBriefly(model())).toBe('the source tree');
  });
});

test('a driver that is not as expected is said to be so', () => {
  const differences = [{ what: 'HCD_BH', expected: 'true', found: 'false', source: 'a.c:3' }];
  expect(differenceLines(model({ tree: tree({ differences }) }))).toEqual([
    'not as in config/hcd: HCD_BH is false, not true (a.c:3)',
  ]);
});

describe('what the tree did not take', () => {
  test('is said hunk by hunk, with the nearest base that takes it', () => {
    const appliesOn = { how: 'tag', name: 'v6.0', commit: COMMIT, date: null, ageDays: null } as const;
    expect(refusalLines(model({ tree: tree({ refused: REFUSED, appliesOn, basesTried: 3 }) }))).toEqual([
      'drivers/usb/host/xhci.c, hunk 2: the tree has no such file',
      'it does apply to v6.0',
    ]);
  });

  test('is cut, and says that no base takes it', () => {
    const refused = Array.from({ length: 5 }, () => ({ path: '', hunk: 0, why: 'too much' }));
    expect(refusalLines(model({ tree: tree({ refused, basesTried: 40 }) }))).toEqual([
      'the series: too much',
      'the series: too much',
      'the series: too much',
      '… and 2 more refusals (--json)',
      'nor does it apply to any of the 40 releases nearest to it',
    ]);
  });

  test('shows what is hidden in it', () => {
    const [line] = refusalLines(
      model({ tree: tree({ refused: [{ path: 'a\u202e', hunk: 1, why: '\u001b[31m' }] }) }),
    );
    expect(line).toBe('a<U+202E>, hunk 1: <U+001B>[31m');
  });

  test('is nothing when it was taken, or when there was no tree', () => {
    expect([refusalLines(model()), refusalLines(model({ tree: null }))]).toEqual([[], []]);
  });
});

test('a driver that nobody named is said to stand in', () => {
  expect(driverWords(model())).toBeNull();
  expect(driverWords(model({ driverFrom: 'default' }))).toBe(
    'xhci stands in: neither diff nor text names a host controller',
  );
});
