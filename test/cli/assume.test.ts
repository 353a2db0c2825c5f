import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import type { Report } from '../../src/report.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { readSettings } from '../../src/settings.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { CHILD } from '../support/built.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from '../workers/ports-of.ts';
import { giveback, threadFile } from './giveback.ts';

const THREAD = threadFile('ax-above-wire-limit');
const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };

describe('--assume', () => {
  it.each([
    ['zorkNs=3', /the figures are irqNs, .*irqThreadNs.*, as name=number/],
    ['irqThreadNs=0', /irqThreadNs is more than 0/],
  ])('%s is refused with exit code 2, and the figures there are', (figure, says) => {
    const ran = giveback(['evaluate', THREAD, '--assume', figure]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(says);
  });
});

describe.skipIf(!sqliteRuns)('a report that somebody asked for with figures of theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gb-assume-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let report: Report;
  beforeAll(async () => {
    report = await reportOnFigures(folder, { irqThreadNs: 4000, lockNs: 20.5 });
  });

  it('names a command that gives the same report', () => {
    const saved = join(folder, 't.mbox.gz');
    writeFileSync(saved, gzipSync(readFileSync(THREAD)));
    const [program, ...args] = report.reproduce.command.split(' ');
    expect(program).toBe('giveback');
    const ran = giveback([...args.map((word) => (word === 't.mbox.gz' ? saved : word)), '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const again = JSON.parse(ran.stdout);
    // The service has the mails one by one, and the file has lines between them.
    expect(again).toEqual({ ...report, input: { ...report.input, sha256: again.input.sha256 } });
  });

  it('can not be taken for one on figures of ours', () => {
    expect(report.reproduce.command).toContain('--assume irqThreadNs=4000 --assume lockNs=20.5');
    expect(report.reproduce.configSha256).not.toBe(readSettings().sha256);
  });
});

/** What the service makes of the thread when its author asks. */
async function reportOnFigures(folder: string, assume: Readonly<Record<string, number>>): Promise<Report> {
  const store = await openStore({ file: join(folder, 'giveback.sqlite') });
  const ports = portsOf({ store, evaluate: (request) => evaluateInChild(CHILD, request, LIMITS) });
  let thread: string | null = null;
  for (const bytes of splitMails(readFileSync(THREAD))) {
    const key = documentKey('usb', null, bytes);
    await store.receive({ key, list: 'usb', topic: null, bytes }, 1_000);
    await ensureFiled(key, ports);
    const [, id = ''] = /^message-id: *<([^>]+)>/im.exec(bytes.toString()) ?? [];
    thread = await store.findThread(id);
  }
  const asked = { by: 'ada', assume, base: null, depends: null, reply: null };
  const planned = await store.planRun(thread ?? '', 2_000, asked);
  await ensureEvaluated(planned?.key ?? '', ports);
  const stored = (await store.listReports(10)).find((one) => one.asked !== null);
  await store.close();
  if (stored === undefined) throw new Error('there is no report');
  return stored.report;
}
