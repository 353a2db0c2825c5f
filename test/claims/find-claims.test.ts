import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

const SUBJECT = 'usb: host: frob: run giveback in tasklet context';

function claimsIn(...texts: readonly string[]): readonly Claim[] {
  return findClaims(threadOf(SUBJECT, ...texts), LIMITS).value.claims;
}

function figures(claims: readonly Claim[]): readonly string[] {
  return claims.map(
    (claim) => `${claim.quantity}: ${claim.before?.value} -> ${claim.after?.value} ${claim.unit}`,
  );
}

const TABLE = `
Results of the Ethernet test

frob without tasklet | frob with tasklet
-----------------------------------------
RX 900.5 Mbit/s      | 950.5 Mbit/s
TX 800 Mbit/s        | 790 Mbit/s
`;

describe('findClaims on tables', () => {
  it('reads rows as quantities and columns as configurations', () => {
    expect(figures(claimsIn(TABLE))).toEqual(['RX: 900.5 -> 950.5 Mbit/s', 'TX: 800 -> 790 Mbit/s']);
  });

  it('knows the state before by its label when it stands second', () => {
    const swapped = 'new driver | old driver\n------\n20 MB/s | 10 MB/s\n';
    expect(claimsIn(swapped)[0]).toMatchObject({
      before: { value: 10 },
      after: { value: 20 },
      deltaPercent: 100,
    });
  });

  it('takes a unit from the column when the cells have none', () => {
    const table = '| | before (us) | after (us) |\n|---|---|---|\n| p99 | 1,250 | 800 |\n';
    expect(claimsIn(table)[0]).toMatchObject({
      quantity: 'p99',
      unit: 'us',
      metric: 'latency',
      better: 'lower',
    });
  });

  it('reads no more rows than the limit and says so', () => {
    const rows = Array.from({ length: 400 }, (_, at) => `row ${at} | ${at + 1} MB/s | ${at + 2} MB/s`).join(
      '\n',
    );
    const { value, problems } = findClaims(threadOf(SUBJECT, `name | before | after\n${rows}\n`), LIMITS);
    expect(value.claims.length).toBeLessThanOrEqual(LIMITS.tableRowsMax);
    expect(problems.map((problem) => problem.code)).toContain('too-many');
  });
});

describe('findClaims on blocks under titles', () => {
  it('pairs figures of the same name under titles that name configurations', () => {
    const text =
      '* with tasklet:  rate = (4.4 +- 1.0) GBps\n   time = (2.4 +- 1.2) usec\n\n* plain hardirq: rate = (4.0 +- 0.5) GBps\n   time = (2.5 +- 1.0) usec\n';
    const claims = claimsIn(text);
    expect(figures(claims)).toEqual(['rate: 4 -> 4.4 GBps', 'time: 2.5 -> 2.4 usec']);
    expect(claims[0]).toMatchObject({
      before: { error: 0.5 },
      after: { error: 1, errorKind: 'unspecified' },
    });
    expect(claims[0]?.group).toBe(claims[1]?.group);
  });

  it('gives every alternative against the state before when three configurations are compared', () => {
    const text =
      ' - threaded handler\n   10.5 MB/s\n - tasklet\n   11 MB/s\n - hard handler (by removing the flag)\n   12 MB/s\n';
    const claims = claimsIn(text);
    expect(claims.map((claim) => [claim.before?.value, claim.after?.value])).toEqual([
      [12, 10.5],
      [12, 11],
    ]);
    expect(claims[0]?.values).toHaveLength(3);
  });

  it('does not pair blocks whose titles name no configuration', () => {
    expect(claimsIn('- port one\n  10 MB/s\n- port two\n  12 MB/s\n')).toEqual([]);
  });
});

describe('findClaims on prose', () => {
  it.each([
    ['Throughput goes from 299Mbps to 440Mbps here.', 299, 440],
    ['CPU usage drops from 44% to 22% on the board.', 44, 22],
    ['UDP RX: 1.5Mbps -> 53Mbps', 1.5, 53],
    ['5 GHz upload: 844 -> 840 Mbps', 844, 840],
    ['It went back from the regressed 1 MB/s to its original 100MB/s now.', 1, 100],
  ])('reads both figures of "%s"', (text, before, after) => {
    expect(claimsIn(text)[0]).toMatchObject({ before: { value: before }, after: { value: after } });
  });

  it('ties a stated percentage to the row it names, even when it does not fit', () => {
    const claims = claimsIn(`The adapter is faster by about 5% for RX and 2% for TX.\n${TABLE}`);
    expect(claims.map((claim) => claim.stated?.percent)).toEqual([5, 2]);
  });

  it('ties a stated factor to the one figure of the block above that is like it', () => {
    const text =
      '* with tasklet: rate = 190 MBps\n  time = 50 usec\n* old: rate = 33 MBps\n  time = 3000 usec\n\nThis leads to 5 times acceleration.\n';
    expect(claimsIn(text).map((claim) => claim.stated?.factor ?? null)).toEqual([5, null]);
  });

  it('reads rates that stand alone and what they mean in events', () => {
    const text =
      'The disk can reach >120MB/sec there, which means about ~3K interrupts/sec, so ~6K contexts switch.';
    expect(claimsIn(text).map((claim) => [claim.metric, claim.after?.base])).toEqual([
      ['throughput', 120e6],
      ['irq-rate', 3000],
      ['context-switch-rate', 6000],
    ]);
  });

  it('makes one qualitative claim of two sentences that say the same', () => {
    const text =
      'This patch reduces the hard irq time of frob.\nApplying it, as said, reduces the hard irq time of frob.';
    expect(claimsIn(text)).toMatchObject([{ kind: 'qualitative', metric: 'hardirq-time', better: 'lower' }]);
  });

  it.each([
    'The video resolution is 4096 x 2160 at 30 or 24 fps.',
    'CPU: Core i5 at 3.5GHz with 32GB of RAM.',
    'SET_ADDRESS times out after 5000 ms and is tried 3 times.',
    'Tested with Linux 5.10.41 on 2019-05-07 at 12:30.',
    'The structure grows to 128 bytes.',
    'drivers/usb/host/frob.c | 12 +++++++-----',
    'See https://example.org/a/100MB/s?from=1MB/s',
    'diff --git a/f.c b/f.c\n--- a/f.c\n+++ b/f.c\n@@ -1 +1 @@\n-/* from 1 MB/s to 2 MB/s */\n+/* from 1 MB/s to 3 MB/s */',
    'rate \u202es/BM 5\u202c from 1 MB/s to 2 MB/s',
  ])('finds nothing in "%s"', (text) => {
    expect(claimsIn(text)).toEqual([]);
  });
});

describe('findClaims on threads', () => {
  it('counts quoted figures once', () => {
    const quoted = TABLE.split('\n')
      .map((line) => `> ${line}`)
      .join('\n');
    expect(claimsIn(TABLE, `On Monday, somebody wrote:\n${quoted}\n\nNice!`)).toHaveLength(2);
    expect(claimsIn(`On Monday, somebody wrote:\n${quoted}\n\nNice!`)).toHaveLength(2);
  });

  it('says where each claim stands', () => {
    const [claim] = claimsIn(TABLE);
    expect(claim?.where).toEqual({
      messageId: 'letter-1@example.org',
      line: 6,
      text: 'RX 900.5 Mbit/s      | 950.5 Mbit/s',
    });
  });

  it('keeps as many claims as the limit allows and counts the rest', () => {
    const text = Array.from({ length: 500 }, (_, at) => `test ${at}: ${at}.5 MB/s -> ${at + 1}.5 MB/s`).join(
      '\n',
    );
    const { value, problems } = findClaims(threadOf(SUBJECT, text), LIMITS);
    expect(value.claims).toHaveLength(LIMITS.claimsMax);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'too-many', what: 'claims', count: 500 }),
    );
  });

  it('gives no delta for a state before of zero', () => {
    expect(claimsIn('It went from 0 MB/s to 5 MB/s.')[0]?.deltaPercent).toBeNull();
  });
});

describe('findClaims on versions', () => {
  it('says when a later version carries the figures of an earlier one', () => {
    const series = threadOf('usb: frob: run giveback in tasklet context', TABLE, TABLE);
    const letters = series.letters.map((letter, at) => ({
      ...letter,
      subject: `[PATCH v${at + 1}] ${series.subject}`,
    }));
    const { claims, findings } = findClaims({ ...series, letters }, LIMITS).value;
    expect(claims).toHaveLength(2);
    expect(findings).toMatchObject([
      { kind: 'copied-from-version', numbers: { from: 1, to: 2 }, claims: ['c1', 'c2'] },
    ]);
  });
});
