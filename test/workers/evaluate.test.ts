import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluateInChild, type Progress } from '../../src/adapters/evaluator/child-evaluator.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import { readThread } from '../../src/cli/read-thread.ts';
import { packageVersion } from '../../src/package-facts.ts';
import { evaluate } from '../../src/pipeline.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { readSettings } from '../../src/settings.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { root } from '../house/tree.ts';
import { CHILD } from '../support/built.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { type GivenPorts, portsOf } from './ports-of.ts';

const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const THREAD = join(root, 'test/threads/ax-above-wire-limit/thread.mbox');

describe.skipIf(!sqliteRuns)('from mails to a report', () => {
  let folder = '';
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-evaluate-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let nowMs = 1_000;
  const ports = (over: Partial<GivenPorts> = {}) =>
    portsOf({
      store,
      clock: () => nowMs,
      evaluate: (request) => evaluateInChild(CHILD, request, LIMITS),
      ...over,
    });

  const filed = async (mails: readonly Uint8Array[]) => {
    for (const bytes of mails) {
      const key = documentKey('usb', null, bytes);
      await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
      await ensureFiled(key, ports());
    }
  };

  const due = async () => (await store.listDue(nowMs)).filter(({ queue }) => queue === 'evaluate');

  it('gives the report of the command line, whatever order the mails came in, and once', async () => {
    const mails = splitMails(readFileSync(THREAD));
    await filed([...mails, ...mails].toReversed());
    expect(await due()).toEqual([]);
    nowMs += 21 * 60_000;
    const [task, ...others] = await due();
    expect(others).toEqual([]);
    const far: (readonly [number, number])[] = [];
    const evaluate: GivenPorts['evaluate'] = (request, watcher) => {
      const onProgress = (told: Progress) => {
        far.push([told.done, told.total]);
        watcher?.onProgress?.(told);
      };
      return evaluateInChild(CHILD, request, { ...LIMITS, threads: 2 }, { ...watcher, onProgress });
    };
    await ensureEvaluated(task?.key ?? '', ports({ evaluate }));
    const claims = far.at(-1)?.[1] ?? 0;
    expect(far).toEqual(Array.from({ length: claims + 1 }, (_, done) => [done, claims]));
    expect(claims).toBeGreaterThan(0);
    expect(await store.listProgress(0)).toEqual([]);
    await ensureEvaluated(task?.key ?? '', ports());
    const [stored, ...more] = await store.listReports(10);
    expect(more).toEqual([]);
    const { input, reproduce, ...said } = stored?.report ?? {};
    const { input: _, reproduce: direct, ...expected } = await evaluatedDirectly();
    expect(said).toEqual(expected);
    expect(reproduce).toMatchObject({ seed: direct.seed, configSha256: direct.configSha256 });
    expect(await due()).toEqual([]);
    expect((await store.listSilences(stored?.thread ?? '')).length).toBeGreaterThan(0);
  });

  it('is called off when it is cancelled while it runs', async () => {
    const [first] = splitMails(readFileSync(THREAD));
    await filed(first === undefined ? [] : [first]);
    nowMs += 21 * 60_000;
    const [task] = await due();
    const endless = join(root, 'test/workers/endless-child.ts');
    const running = ensureEvaluated(
      task?.key ?? '',
      ports({ evaluate: (request, watcher) => evaluateInChild(endless, request, LIMITS, watcher) }),
    );
    const evaluation = await store.findEvaluation(task?.key ?? '');
    expect(await store.cancelThread(evaluation?.thread ?? '', 'cancelled by ada', nowMs)).toBe(1);
    await running;
    expect((await store.findEvaluation(task?.key ?? ''))?.state).toBe('dropped');
    expect([await store.listDead(), await store.listReports(9)]).toEqual([[], []]);
  });

  it('waits for the quiet period of the last letter', async () => {
    const [first] = splitMails(readFileSync(THREAD));
    await filed(first === undefined ? [] : [first]);
    nowMs += 19 * 60_000;
    expect(await due()).toEqual([]);
    nowMs += 60_000;
    expect(await due()).toHaveLength(1);
  });

  it('files what is no mail, and plans nothing for it', async () => {
    await filed([Buffer.from('\0\0\0\0'), Buffer.from(' ')]);
    nowMs += 60 * 60_000;
    expect(await store.listDue(nowMs)).toEqual([]);
  });

  it('reads an old mail that claims nothing and judges one that does, as a scan would', async () => {
    nowMs = Date.parse('2024-03-04T12:00:00Z');
    const policy = { answerWithinDays: 7 };
    const dated = (id: string, day: string, text: string) =>
      Buffer.from(`From: a@x\nMessage-ID: <${id}>\nDate: ${day}\nSubject: [PATCH] usb\n\n${text}\n`);
    const old = 'Fri, 2 Feb 2024 11:00:00 +0000';
    const claims = 'Reading goes from 10 MB/s to 12 MB/s.';
    for (const bytes of [
      dated('talk@x', old, 'Thanks, applied.'),
      dated('claim@x', old, claims),
      dated('new@x', 'Mon, 4 Mar 2024 11:00:00 +0000', 'Thanks, applied.'),
      Buffer.from('From: a@x\nMessage-ID: <undated@x>\nSubject: usb\n\nhello\n'),
    ]) {
      const key = documentKey('usb', null, bytes);
      await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
      await ensureFiled(key, ports({ policy }));
    }
    nowMs += 21 * 60_000;
    const planned = await Promise.all((await due()).map(({ key }) => store.findEvaluation(key)));
    const threads = await Promise.all(['claim@x', 'new@x', 'undated@x'].map((id) => store.findThread(id)));
    expect(planned.map((one) => one?.thread).toSorted()).toEqual(threads.toSorted());
    const quiet = (await store.findThread('talk@x')) ?? '';
    expect(await store.listSilences(quiet)).toEqual([
      'an old mail that claims nothing: it was read, and nothing was evaluated',
    ]);
    expect(await store.planRun(quiet, nowMs)).toMatchObject({ list: 'usb', run: 1 });
  });

  it('takes a mail of ours for no reason to judge again', async () => {
    const { address } = ports().service.identity;
    await filed([Buffer.from(`From: ${address}\nMessage-ID: <our@x>\nSubject: Re: usb\n\nhello\n`)]);
    nowMs += 60 * 60_000;
    expect(await due()).toEqual([]);
    expect(await store.findThread('our@x')).not.toBeNull();
  });

  it('ends a thread whose letters were all taken back', async () => {
    await filed([Buffer.from('From: a@x\nMessage-ID: <1@x>\nSubject: hello\n\nhello\n')]);
    nowMs += 60 * 60_000;
    const [task] = await due();
    await store.withdrawLetter('1@x');
    await ensureEvaluated(task?.key ?? '', ports());
    expect(await store.listReports(10)).toEqual([]);
    expect((await store.listDead()).map(({ because }) => because)).toEqual(['every letter was taken back']);
  });
});

async function evaluatedDirectly() {
  const settings = readSettings();
  const { seed, draws } = settings;
  const thread = await readThread(THREAD, settings);
  return evaluate({ ...thread, seed, draws, command: 'x', toolVersion: packageVersion() }, settings);
}

describe('an evaluation in a process of its own', () => {
  const ask = (name: string, limits = LIMITS) =>
    evaluateInChild(
      join(root, 'test/workers', name),
      {
        documents: [Buffer.from('x')],
        command: 'x',
        isRequest: false,
        assume: {},
        source: null,
        beneath: null,
      },
      limits,
    );

  it('is ended when it never ends', async () => {
    await expect(ask('endless-child.ts', { ...LIMITS, deadlineSeconds: 5 })).rejects.toMatchObject({
      message: expect.stringContaining('SIGKILL'),
      retry: 'never',
    });
  });

  it('says what it died of', async () => {
    await expect(ask('dying-child.ts')).rejects.toMatchObject({
      message: expect.stringContaining('exit code 7'),
      retry: 'never',
    });
  });

  it('sees nothing of our environment', async () => {
    process.env['GIVEBACK_SECRET'] = 'canary';
    await expect(ask('telling-child.ts')).rejects.toThrow(/exit code 0: none/);
  });
});
