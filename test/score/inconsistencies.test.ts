import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import type { Finding } from '../../src/claims/finding.ts';
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

/** What the arithmetic and the reading of a thread must show, by the number of its label: kind and figures. */
const FOUND: Readonly<Record<string, readonly (readonly [kind: string, says: string])[]>> = {
  '01': [['stated-mismatch', '"2% for TX"; the table\'s own figures give +6.3 %']],
  '02': [['omitted-worse', 'read p95 gets worse by 27.7 % (726 ms → 927 ms)']],
  '20': [['omitted-worse', 'consume_skb gets worse by 4.2 % (1.68 % → 1.75 %)']],
  '30': [['unit-ambiguous', '"about 6.4% CPU load applying this patch" are percentage points']],
  '50': [['omitted-worse', 'DL gets worse by 6.7 % (509 Mbps → 475 Mbps)']],
  '52': [['unit-slip', '58 MB/s in one mail of the thread is 58 mbits/s in another']],
  '54': [
    ['rate-time-mismatch', '33 MBps gives 296 usec (the mail has 3000 ± 400 usec)'],
    ['stated-mismatch', '"5 times acceleration" fits the rate (5.76 ± 1.15), not the time'],
  ],
  '58': [['unit-slip', 'carry 18.43 MB/s; 17.6 are MiB/s']],
  '64': [['stated-mismatch', '"-17% CPU load"; its own figures give −15.9 %']],
  '68': [
    ['rate-time-mismatch', 'read BW changes by +50.5 %, the average of its samples (read bw avg) by +5.5 %'],
  ],
  '88': [['omitted-worse', 'cpu usage gets worse by 23.3 % (30 % → 37 %)']],
};

/** What is said above a hint of threads whose labels see no inconsistency, and why it is true all the same. */
const TRUE_ALL_THE_SAME: Readonly<Record<string, { readonly kind: string; readonly why: string }>> = {
  '70': {
    kind: 'omitted-worse',
    why: 'four write percentiles and one of read are slower, and no sentence says so',
  },
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

async function findingsIn(file: string): Promise<readonly Finding[]> {
  const allSeries = await readThread(shared(`${FOLDER}/${file}`));
  return allSeries.flatMap((series) => {
    const claims = findClaims(series, settings.claims).value;
    const { byClaim, findings } = auditClaims(claims, settings.verdict);
    return [...[...byClaim.values()].flatMap((one) => one.findings), ...findings];
  });
}

describe.skipIf(!sharedExists)('what people called inconsistent in the labelled threads', () => {
  const real = labels.filter((label) => label.real_inconsistency).map(({ file }) => file);

  it.each(real)('%s is found, or judged otherwise with a line of it', async (file) => {
    const number = file.slice(0, 2);
    const expected = FOUND[number];
    if (expected !== undefined) {
      const found = (await findingsIn(file)).map(({ kind, text }) => `${kind}: ${text}`);
      for (const [kind, says] of expected)
        expect(found.filter((one) => one.startsWith(kind) && one.includes(says))).not.toEqual([]);
      return;
    }
    const judged = OTHERWISE[number];
    const line = readFileSync(shared(`${FOLDER}/${file}`), 'utf8').split('\n')[(judged?.line ?? 0) - 1];
    expect(line).toContain(judged?.quotes ?? 'a judgement of this label');
  });

  const sound = labels.filter((label) => !label.real_inconsistency).map(({ file }) => file);

  it.each(sound)('%s is accused of nothing', async (file) => {
    const accused = (await findingsIn(file)).filter(({ severity }) => severity !== 'info');
    const known = TRUE_ALL_THE_SAME[file.slice(0, 2)]?.kind;
    expect(accused.filter(({ kind }) => kind !== known)).toEqual([]);
  });

  it('none is judged twice, and none that is not called so', () => {
    const judged = [...Object.keys(FOUND), ...Object.keys(OTHERWISE)].toSorted();
    expect(judged).toEqual(real.map((file) => file.slice(0, 2)).toSorted());
  });
});
