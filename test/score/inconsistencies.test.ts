import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { readSettings } from '../../src/settings.ts';
import { auditClaims } from '../../src/verdict/audit-claims.ts';
import { shared, sharedExists } from '../support/shared.ts';
import { readThread } from './read-thread.ts';

interface Label {
  readonly file: string;
  readonly real_inconsistency: boolean;
}

const FOLDER = 'corpus/claims';
const settings = readSettings();

/** What the arithmetic and the reading of a thread must show, by the number of its label. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  '01': ['stated-mismatch'],
  '02': ['omitted-worse'],
  '20': ['omitted-worse'],
  '30': ['unit-ambiguous'],
  '50': ['omitted-worse'],
  '52': ['unit-slip'],
  '54': ['rate-time-mismatch', 'stated-mismatch'],
  '58': ['unit-slip'],
  '64': ['stated-mismatch'],
  '68': ['rate-time-mismatch'],
  '88': ['omitted-worse'],
};

/** Labels called inconsistent in which no two figures of the thread disagree: the line of the file and why. */
const OTHERWISE: Readonly<
  Record<string, { readonly line: number; readonly quotes: string; readonly why: string }>
> = {
  '04': {
    line: 312,
    quotes: 'disables IRQ mitigation',
    why: 'the words of a label and of a title, not figures',
  },
  '22': {
    line: 489,
    quotes: 'Compared to v5.10.41',
    why: 'two kernels compared, which the line itself says',
  },
  '24': { line: 162, quotes: '30%?', why: 'a question with a round figure, 30 for 34.1' },
  '26': { line: 228, quotes: '0.14us out of about 10us', why: 'the author gives the share himself' },
  '32': {
    line: 119,
    quotes: 'impact from this change is to reduce',
    why: 'two people differ, without a figure',
  },
  '34': { line: 633, quotes: 'it should be worse', why: 'two people differ, without a figure' },
  '42': { line: 8, quotes: 'from 44% to 22%', why: 'no percentage is stated of the two shares' },
  '62': {
    line: 71,
    quotes: '-6% CPU load (76% -> 71%)',
    why: '6.58 cut off; the other version is not in the file',
  },
};

const labels: readonly Label[] = sharedExists
  ? readdirSync(shared(FOLDER))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(shared(`${FOLDER}/${name}`), 'utf8')))
  : [];

async function kindsIn(file: string): Promise<readonly string[]> {
  const allSeries = await readThread(shared(`${FOLDER}/${file}`));
  return allSeries.flatMap((series) => {
    const claims = findClaims(series, settings.claims).value;
    const { byClaim, findings } = auditClaims(claims, settings.verdict);
    return [...[...byClaim.values()].flatMap((one) => one.findings), ...findings].map(({ kind }) => kind);
  });
}

describe.skipIf(!sharedExists)('what people called inconsistent in the labelled threads', () => {
  const real = labels.filter((label) => label.real_inconsistency).map(({ file }) => file);

  it.each(real)('%s is found, or judged otherwise with a line of it', async (file) => {
    const number = file.slice(0, 2);
    const expected = FOUND[number];
    if (expected !== undefined) {
      expect(await kindsIn(file)).toEqual(expect.arrayContaining([...expected]));
      return;
    }
    const judged = OTHERWISE[number];
    const line = readFileSync(shared(`${FOLDER}/${file}`), 'utf8').split('\n')[(judged?.line ?? 0) - 1];
    expect(line).toContain(judged?.quotes ?? 'a judgement of this label');
  });

  it('none is judged twice, and none that is not called so', () => {
    const judged = [...Object.keys(FOUND), ...Object.keys(OTHERWISE)].toSorted();
    expect(judged).toEqual(real.map((file) => file.slice(0, 2)).toSorted());
  });
});
