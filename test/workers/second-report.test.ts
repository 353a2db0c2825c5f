import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { DashboardStore } from '../../src/ports/dashboard-store.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Report } from '../../src/report.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { operatorAnswer } from '../../workers/operator.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { makeRepository } from '../adapters/git/trapped-repository.ts';
import { CHILD } from '../support/built.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const FILE = 'drivers/usb/host/xhci-ring.c';
const linesWith = (tenth: string) =>
  Array.from({ length: 20 }, (_, index) => (index === 9 ? tenth : `line_${index};`));

/** A patch by mail that changes the tenth line. */
function patchMail(id: string, from: string, to: string): Buffer {
  const around = linesWith('').map((line) => ` ${line}`);
  const hunk = [...around.slice(6, 9), `-${from}`, `+${to}`, ...around.slice(10, 13)];
  return Buffer.from(
    [
      `From: Ada <ada@x>\nMessage-ID: <${id}>\nDate: Mon, 4 Mar 2024 11:00:00 +0000`,
      `Subject: [PATCH] usb: ${to}\n\nReading goes from 10 MB/s to 12 MB/s.\n\nSigned-off-by: Ada <ada@x>\n---`,
      `diff --git a/${FILE} b/${FILE}\n--- a/${FILE}\n+++ b/${FILE}\n@@ -7,7 +7,7 @@`,
      `${hunk.join('\n')}\n-- \n2.40\n`,
    ].join('\n'),
  );
}

/** Hunks of the file that found no place: that the tree has no whole driver is another matter. */
function refusedIn(report: Report | undefined) {
  return report?.model?.tree?.refused.filter(({ path }) => path === FILE);
}

describe.skipIf(!sqliteRuns)('a second report on sources', () => {
  const repository = makeRepository();
  let first = '';
  beforeAll(() => {
    first = repository.commit({ [FILE]: `${linesWith('one;').join('\n')}\n` }, '2019-03-01');
    repository.commit({ [FILE]: `${linesWith('later;').join('\n')}\n` }, '2019-05-01');
  });
  afterAll(repository.remove);

  let folder = '';
  let store: Store & DashboardStore;
  let nowMs = Date.parse('2024-03-04T12:00:00Z');
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-second-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    await filed(patchMail('low@x', 'one;', 'two;'));
    await filed(patchMail('high@x', 'two;', 'three;'));
    nowMs += 3_600_000;
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function ports(): WorkerPorts {
    const evaluate: WorkerPorts['evaluate'] = (request) => evaluateInChild(CHILD, request, LIMITS);
    const given = portsOf({ store, clock: () => nowMs, policy: { tree: 'linux' }, evaluate });
    return { ...given, service: { ...given.service, trees: { linux: repository.work } } };
  }
  async function filed(bytes: Buffer): Promise<void> {
    const key = documentKey('usb', null, bytes);
    await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
    await ensureFiled(key, ports());
  }
  /** What a command of an operator led to: a report, or the reason why there is none. */
  async function asked(subject: string, ...words: readonly string[]) {
    for (const { key, queue } of await store.listDue(nowMs))
      if (queue === 'evaluate') await store.bury({ queue, key }, 'later', nowMs);
    expect(await operatorAnswer({ subject, words }, ports())).toMatchObject({ did: 'started' });
    const [task] = (await store.listDue(nowMs)).filter(({ queue }) => queue === 'evaluate');
    await ensureEvaluated(task?.key ?? '', ports());
    const stored = await store.findReport(task?.key ?? '');
    return { report: stored?.report, evaluation: await store.findEvaluation(task?.key ?? '') };
  }

  it('is made on the commit that was named, and says how to make it again', async () => {
    const { report } = await asked('low@x', 'base', 'linux', first);
    expect(report?.reproduce.command).toBe(
      `giveback evaluate t.mbox.gz --tree linux --commit ${first} --seed 1`,
    );
    expect(report?.model?.tree?.commit).toBe(first);
    expect(refusedIn(report)).toEqual([]);
  });

  it('is made with the other series laid under this one, which applies then', async () => {
    await asked('low@x', 'base', 'linux', first);
    const alone = await asked('high@x', 'base', 'linux', first);
    expect(refusedIn(alone.report)).toHaveLength(1);
    repository.commit({ [FILE]: `${linesWith('one;').join('\n')}\n` }, '2019-06-01');
    const { report } = await asked('high@x', 'depends', '<low@x>');
    expect(refusedIn(report)).toEqual([]);
    expect(report?.reproduce.command).toContain(' --tree linux --depends depends.mbox.gz ');
  });

  it('is none where the commit is not there, or the other series does not apply', async () => {
    const { report, evaluation } = await asked('low@x', 'base', 'linux', 'f'.repeat(40));
    expect([report, evaluation?.state]).toEqual([undefined, 'dropped']);
    expect(evaluation?.because).toBe(`the tree has no commit ${'f'.repeat(40)}`);
    const unfit = await asked('low@x', 'depends', 'high@x');
    expect(unfit.evaluation?.because).toMatch(/^the series it is to stand on does not apply in drivers/);
    expect(await store.listReports(9)).toEqual([]);
  });
});
