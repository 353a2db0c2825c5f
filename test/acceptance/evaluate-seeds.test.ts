import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { evaluate } from '../../src/pipeline.ts';
import { type Report, type ReportClaim, reportSchema } from '../../src/report.ts';
import { readSettings } from '../../src/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const settings = readSettings();

async function evaluateSeed(file: string, seed = 1): Promise<Report> {
  const bytes = readFileSync(shared(`seeds/${file}`));
  const { value: letters, problems } = await readLetters(bytes, {
    limits: settings.ingest,
    mime: mailparserMime,
  });
  const input = { kind: 'mail', messageId: letters[0]?.messageId ?? null, url: null, sha256: '' } as const;
  const asked = {
    letters,
    problems,
    input,
    toolVersion: 'test',
    seed,
    draws: 256,
    command: `evaluate ${file}`,
  };
  return evaluate(asked, settings);
}

const reports = new Map<string, Promise<Report>>();

/** What a document gives first; several tests look at it. */
function reportOf(file: string): Promise<Report> {
  const report = reports.get(file) ?? evaluateSeed(file);
  reports.set(file, report);
  return report;
}

/** The claim with these two figures; a test that finds none, or two, says so. */
function claimOf(report: Report, before: number, after: number): ReportClaim {
  const found = report.claims.filter(
    (claim) => claim.before?.value === before && claim.after?.value === after,
  );
  expect(
    found.map(({ id }) => id),
    `claims ${before} → ${after}`,
  ).toHaveLength(1);
  const [claim] = found;
  if (claim === undefined) throw new Error('unreachable');
  return claim;
}

function kindsOf(claim: ReportClaim): string[] {
  return claim.findings.map(({ kind }) => kind);
}

const FILES = [
  '000_bde7d519ff41489c.txt',
  '001_6eb94c6325376a94.txt',
  '002_cd1eb44c54433092.txt',
  '003_50d0e1f0d2e6a3ec.txt',
  '004_982934bb139fd86d.txt',
] as const;

/** The two copies of the longest document share the seeds, as they share the figures. */
const OTHER_SEEDS: Readonly<Record<string, readonly number[]>> = { [FILES[0]]: [2], [FILES[2]]: [3] };

/** Figures and verdicts that hold for the xhci mail in both of its copies. */
function checkXhciFigures(report: Report): void {
  expect(report.outcome).toBe('inconsistent');
  expect(report.claims).toHaveLength(6);
  const settled = [
    claimOf(report, 103.667, 103.692),
    claimOf(report, 129.727, 130.2),
    claimOf(report, 26.4451, 26.3949),
  ];
  const deltas = [0.024, 0.365, -0.19];
  for (const [index, claim] of settled.entries()) {
    expect(claim.deltaPercent).toBeCloseTo(deltas[index] ?? Number.NaN, 3);
    expect(claim.verdict).toBe('no-effect-agreed');
    expect(kindsOf(claim)).toContain('no-spread');
  }
  checkRx(claimOf(report, 933.86, 983.86));
  checkTx(claimOf(report, 830.18, 882.75));
  const hardirq = report.claims.find(({ metric }) => metric === 'hardirq-time');
  expect(hardirq).toMatchObject({ kind: 'qualitative', better: 'lower', verdict: 'reproduced' });
}

function checkRx(rx: ReportClaim): void {
  expect(rx.deltaPercent).toBeCloseTo(5.354, 3);
  expect(rx.verdict).toBe('unexplained');
  expect(kindsOf(rx)).toEqual(expect.arrayContaining(['limit-saturated', 'digits-coincide', 'no-spread']));
  expect(kindsOf(rx)).not.toContain('stated-mismatch');
  expect(rx.findings.find(({ kind }) => kind === 'digits-coincide')?.severity).toBe('info');
  const ceilings = rx.limits.map(({ base }) => base / 1e6);
  for (const limit of [984.252, 975.066, 986.877]) {
    expect(
      ceilings.some((ceiling) => Math.abs(ceiling - limit) < 0.001),
      `${limit} Mbit/s`,
    ).toBe(true);
  }
}

function checkTx(tx: ReportClaim): void {
  expect(tx.deltaPercent).toBeCloseTo(6.332, 3);
  expect(['unexplained', 'undetermined']).toContain(tx.verdict);
  const mismatch = tx.findings.find(({ kind }) => kind === 'stated-mismatch');
  expect(mismatch).toMatchObject({ severity: 'error' });
  expect(tx.stated).toMatchObject({ percent: 2 });
}

describe.skipIf(!sharedExists)('the seed documents, end to end', () => {
  test('the quoted xhci patch: claims, findings, verdicts', async () => {
    const report = await reportOf(FILES[0]);
    checkXhciFigures(report);
    expect(report.model).toMatchObject({
      driver: 'xhci',
      source: 'diff',
      before: { hcdBh: false, giveback: { context: 'hardirq', lockDropped: true, lock: 'xhci->lock' } },
      after: { hcdBh: true, giveback: { context: 'tasklet', lockDropped: false, lock: 'xhci->lock' } },
      hazards: [],
    });
  });

  test('the EHCI thread: three configurations, the mixed baseline, rates that close', async () => {
    const report = await reportOf(FILES[1]);
    const threaded = claimOf(report, 34.26, 33.44);
    expect(threaded.deltaPercent).toBeCloseTo(-2.393, 3);
    expect(threaded.verdict).toBe('reproduced');
    const tasklet = claimOf(report, 34.26, 34.29);
    expect(tasklet.deltaPercent).toBeCloseTo(0.088, 3);
    expect(tasklet.verdict).toBe('no-effect-agreed');
    expect(claimOf(report, 34.29, 33.44).deltaPercent).toBeCloseTo(-2.479, 3);
    const mixed = [...report.findings, ...report.claims.flatMap(({ findings }) => findings)];
    expect(mixed.find(({ kind }) => kind === 'mixed-baseline')).toMatchObject({ severity: 'info' });
    expect(mixed.map(({ kind }) => kind)).not.toContain('omitted-worse');
    const closing = report.claims.filter(
      ({ metric }) => metric === 'irq-rate' || metric === 'context-switch-rate',
    );
    expect(closing.map(({ because }) => because).join(' ')).toMatch(/2930.*5860/s);
    expect(report.model).toMatchObject({ driver: 'ehci', source: 'text', hazards: [] });
    expect(report.outcome).toBe('supported');
  });

  test('the merged commit on a forge page: the same figures from the text alone', async () => {
    const report = await reportOf(FILES[2]);
    checkXhciFigures(report);
    expect(report.model).toMatchObject({ driver: 'xhci', source: 'text' });
    expect(report.series.patches).toMatchObject([{ from: 'diffless' }]);
  });

  test('the usbnet profile: shares, the forced path, the listings of instructions', async () => {
    const report = await reportOf(FILES[3]);
    const total = claimOf(report, 11.58, 7.62);
    expect(total).toMatchObject({ metric: 'cpu-share', better: 'lower', verdict: 'reproduced' });
    expect(total.replay?.after.p50).toBeGreaterThan(6.9);
    expect(total.replay?.after.p50).toBeLessThan(7.4);
    expect(claimOf(report, 6.43, 4.63).better).toBe('lower');
    expect(claimOf(report, 2.21, 0).metric).toBe('cpu-share');
    const worse = claimOf(report, 1.68, 1.76);
    expect(worse.findings.find(({ kind }) => kind === 'omitted-worse')).toMatchObject({ severity: 'info' });
    const kinds = [...report.findings, ...report.claims.flatMap(({ findings }) => findings)].map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(expect.arrayContaining(['forced-path', 'instruction-count-only']));
    expect(report.claims.filter(({ metric }) => metric === 'throughput')).toEqual([]);
  });

  test('the pwc buffers: rate × time, readings of ±, the retracted size', async () => {
    const report = await reportOf(FILES[4]);
    expect(report.outcome).toBe('inconsistent');
    for (const x86 of [claimOf(report, 4.1, 4.4), claimOf(report, 2.5, 2.4)]) {
      expect(x86.verdict).toBe('no-effect-agreed');
      expect(kindsOf(x86)).toContain('within-noise');
    }
    const rate = claimOf(report, 33, 190);
    expect(rate).toMatchObject({ before: { error: 4 }, after: { error: 30 } });
    expect(['reproduced', 'direction-only']).toContain(rate.verdict);
    expect(kindsOf(rate)).not.toContain('stated-mismatch');
    const time = claimOf(report, 3000, 50);
    const slip = [...time.findings, ...report.findings].find(({ kind }) => kind === 'rate-time-mismatch');
    expect(slip).toMatchObject({ severity: 'error' });
    expect(slip?.text).toMatch(/33 MBps.*291/s);
    const kinds = [...report.findings, ...report.claims.flatMap(({ findings }) => findings)].map(
      ({ kind }) => kind,
    );
    expect(kinds).toContain('retracted');
    expect(report.model).toMatchObject({
      before: { buffers: { kind: 'coherent' } },
      after: { buffers: { kind: 'cached' } },
    });
  });

  test.each(FILES)(
    '%s: the same bytes again, the contract kept, and no verdict that hangs on the seed',
    async (file) => {
      const report = await reportOf(file);
      expect(reportSchema.parse(report)).toEqual(report);
      expect(JSON.stringify(await evaluateSeed(file))).toBe(JSON.stringify(report));
      const verdicts = (one: Report) => one.claims.map(({ id, verdict }) => `${id} ${verdict}`);
      for (const seed of OTHER_SEEDS[file] ?? [2, 3])
        expect(verdicts(await evaluateSeed(file, seed))).toEqual(verdicts(report));
    },
  );
});
