import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { LetterFacts } from '../../src/ports/mail-store.ts';
import type { OutboxRow, PlannedPost } from '../../src/ports/outbox-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { addressKey, documentKey, evaluationKey, threadKey } from '../../src/service/job-keys.ts';
import { type PrivatePostgres, postgresPrograms, startPostgres } from '../support/private-postgres.ts';
import { reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';

type Place = { readonly file: string } | { readonly url: string };

function letter(messageId: string, inReplyTo: string | null = null): LetterFacts {
  const key = `${messageId}#${'0'.repeat(32)}`;
  return { key, messageId, inReplyTo, references: [], subject: 'usb: faster', from: 'ada@bulk.example' };
}

function post(key: string, over: Partial<PlannedPost> = {}): PlannedPost {
  return {
    ...{ key, channel: 'directory', target: 'x.eml', list: 'usb', thread: 't-1', body: 'hello\n' },
    ...{ state: 'planned', because: null },
    ...over,
  };
}

function contract(open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  const receive = async (text: string, topic: string | null = null, nowMs = 1) => {
    const bytes = Buffer.from(text);
    const key = documentKey('usb', topic, bytes);
    return { key, isNew: await store.receive({ key, list: 'usb', topic, bytes }, nowMs) };
  };

  const file = async (text: string, letters: LetterFacts[], dueAtMs = 100) => {
    const { key } = await receive(text);
    return store.fileLetters({ documentKey: key, letters, nowMs: 1, dueAtMs });
  };

  const evaluated = async (posts: readonly PlannedPost[], silences: readonly string[] = []) => {
    const [thread = ''] = await file(`mail ${Math.random()}`, [letter(`${Math.random()}@x`)]);
    const evaluation = await store.findEvaluation(evaluationKey(thread, 1));
    if (evaluation === null) throw new Error('not planned');
    await store.settleEvaluation({ evaluation, report: reportOf(), posts, silences, nowMs: 5 });
    return { thread, evaluation };
  };

  const claimed = async (key: string, nowMs = 10): Promise<OutboxRow> => {
    const row = await store.findPost(key);
    const taken = row === null ? null : await store.claim(row, nowMs);
    if (taken === null) throw new Error('not to be had');
    return taken;
  };

  const stepOf = (step: string, target: string, thread: string) =>
    post(`p-${step}-${target}`, { channel: 'check-run', target, thread });

  it('has one step of a check that waits to leave, and none when there is a verdict', async () => {
    const target = `owner/usb#7@${Math.random()}`;
    const { key } = await receive('request', target);
    const letters = [letter(`${Math.random()}@x`)];
    const [thread = ''] = await store.fileLetters({ documentKey: key, letters, nowMs: 1, dueAtMs: 1 });
    const [queued, begun] = [stepOf('queued', target, thread), stepOf('begun', target, thread)];
    expect([await store.stepCheck(queued, 1), await store.stepCheck(queued, 1)]).toEqual([true, false]);
    expect(await store.stepCheck(begun, 2)).toBe(true);
    expect((await store.findPost(queued.key))?.state).toBe('dropped');
    expect(await store.listLapsedChecks()).not.toContainEqual(expect.objectContaining({ target }));
    const evaluation = await store.findEvaluation(evaluationKey(thread, 1));
    if (evaluation === null) throw new Error('not planned');
    const verdict = stepOf('verdict', target, thread);
    await store.settleEvaluation({
      evaluation,
      report: reportOf(),
      posts: [verdict],
      silences: [],
      nowMs: 5,
    });
    expect((await store.findPost(begun.key))?.state).toBe('dropped');
    expect(await store.listLapsedChecks()).not.toContainEqual(expect.objectContaining({ target }));
    expect(await store.giveUpCheck(target, stepOf('given up', target, thread), 6)).toBe(false);
  });

  it('takes a promise of a check back where it may have been heard, and one post to a check at a time', async () => {
    const target = `owner/usb#7@${Math.random()}`;
    const queued = stepOf('queued', target, 't-nobody');
    await store.stepCheck(queued, 1);
    expect(await store.listLapsedChecks()).toContainEqual({ target, thread: 't-nobody', list: 'usb' });
    const hand = await claimed(queued.key);
    const end = stepOf('given up', target, 't-nobody');
    expect([await store.giveUpCheck(target, end, 3), await store.giveUpCheck(target, end, 3)]).toEqual([
      true,
      false,
    ]);
    const waiting = await store.findPost(end.key);
    expect(waiting === null ? null : await store.claim(waiting, 4)).toBeNull();
    await store.markSent(hand, '7', 5);
    expect(waiting === null ? null : await store.claim(waiting, 6)).toMatchObject({ state: 'claimed' });
    const unheard = stepOf('queued', `${target}-2`, 't-nobody');
    await store.stepCheck(unheard, 1);
    expect(await store.giveUpCheck(unheard.target, stepOf('given up', unheard.target, 't-nobody'), 3)).toBe(
      false,
    );
    expect((await store.findPost(unheard.key))?.state).toBe('dropped');
  });

  it('keeps a share for one who takes it, and gives back what came of it', async () => {
    const key = `s-${Math.random()}`;
    await store.offerShare({ key, body: 'parts' }, 1_000);
    await store.offerShare({ key, body: 'parts' }, 1_000);
    expect(await store.listShares([key, 's-none'])).toEqual([{ key, isTaken: false, played: null }]);
    expect(await store.takeShare(key)).toBe('parts');
    expect(await store.takeBackShare(key)).toBe(false);
    await store.givePlayed(key, 'played');
    expect(await store.takeShare(key)).toBeNull();
    expect(await store.listShares([key])).toEqual([{ key, isTaken: true, played: 'played' }]);
    await store.dropShares([key]);
    expect([await store.listShares([key]), await store.listShares([])]).toEqual([[], []]);
  });

  it('gives a share back to its owner while nobody plays it, and forgets one whose owner is gone', async () => {
    const [key, old] = [`s-${Math.random()}`, `s-${Math.random()}`];
    await store.offerShare({ key: old, body: 'parts' }, 1_000);
    await store.offerShare({ key, body: 'parts' }, 1_000 + 2 * 86_400_000);
    expect(await store.takeShare(old)).toBeNull();
    await store.takeShare(key);
    await store.letShareGo(key);
    expect([await store.takeBackShare(key), await store.takeBackShare(key)]).toEqual([true, false]);
    await store.givePlayed(key, 'too late');
    expect(await store.takeShare(key)).toBeNull();
  });

  it('takes a document once, whatever its bytes', async () => {
    const bytes = '\0\u00ff"\'\n';
    const first = await receive(bytes);
    const again = await receive(bytes);
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    const found = await store.findDocument(first.key);
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe(bytes);
    expect(await store.findDocument('d-none')).toBeNull();
  });

  it('takes many documents at once, in their order, and those it knows not again', async () => {
    const known = await receive('two');
    const documents = ['one', 'two', 'three', 'one'].map((text) => {
      const bytes = Buffer.from(text);
      return { key: documentKey('usb', null, bytes), list: 'usb', topic: null, bytes };
    });
    const fresh = await store.receiveAll(documents, 10);
    expect(fresh).toEqual([documents[0]?.key, documents[2]?.key]);
    expect((await store.listDue(0)).map(({ key }) => key)).toEqual([known.key, ...fresh]);
    expect(await store.checkAudit()).toBeNull();
  });

  it('takes what comes at the same time, in its order and each once', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `mail ${index % 30}`);
    const taken = await Promise.all(texts.map((text, index) => receive(text, null, index)));
    expect(taken.map(({ isNew }) => isNew)).toEqual(texts.map((_, index) => index < 30));
    const due = await store.listDue(100);
    expect(due.map(({ key }) => key)).toEqual(taken.slice(0, 30).map(({ key }) => key));
    expect(await store.checkAudit()).toBeNull();
  });

  it('files a reply into the thread of its parent, in whichever order they come', async () => {
    const [root] = await file('one', [letter('1@x')]);
    const [reply] = await file('two', [letter('2@x', '1@x')]);
    const [orphan] = await file('three', [letter('5@x', '4@x')]);
    const [parent] = await file('four', [letter('4@x')]);
    expect([reply, parent]).toEqual([root, orphan]);
    expect(await store.findThread('2@x')).toBe(root);
    expect(await store.findThread('9@x')).toBeNull();
  });

  it('knows a thread by the letter that began it, whichever is filed first', async () => {
    const root = letter('1@x');
    const reply = { ...letter('3@x', '2@x'), references: ['1@x', '2@x'] };
    const [late] = await file('reply', [reply]);
    expect(await file('root', [root])).toEqual([late]);
    expect(late).toBe(threadKey('usb', '1@x'));
  });

  it('finds the mails of a sender by how their subjects end', async () => {
    const from = 'Ada@bulk.example';
    await file('one', [{ ...letter('1@x'), from, subject: '[PATCH v2] usb: 100%_done!' }]);
    await file('two', [{ ...letter('2@x'), from: 'bob@bulk.example', subject: 'usb: 100%_done!' }]);
    await file('three', [{ ...letter('3@x'), from, subject: 'usb: 100% done!' }]);
    expect(await store.listSubjects('ada@bulk.example', 'USB: 100%_done!')).toEqual([
      '[PATCH v2] usb: 100%_done!',
    ]);
  });

  it('joins two threads when a letter shows that they are one', async () => {
    const [one] = await file('one', [letter('1@x')]);
    const [three] = await file('three', [letter('3@x', '2@x')]);
    expect(one).not.toBe(three);
    const [joined = ''] = await file('two', [letter('2@x', '1@x')]);
    expect(await store.findThread('1@x')).toBe(joined);
    expect(await store.findThread('3@x')).toBe(joined);
    expect((await store.listDocuments(joined)).length).toBe(3);
    const due = await store.listDue(1_000);
    expect(due.filter(({ queue }) => queue === 'evaluate').length).toBe(1);
  });

  it('plans a thread after the quiet period, and later again for every letter more', async () => {
    const [thread = ''] = await file('one', [letter('1@x')], 100);
    const key = evaluationKey(thread, 1);
    expect(await store.listDue(99)).toEqual([]);
    expect(await store.listDue(100)).toEqual([{ queue: 'evaluate', key }]);
    await file('two', [letter('2@x', '1@x')], 200);
    expect(await store.listDue(199)).toEqual([]);
    expect(await store.listDue(200)).toEqual([{ queue: 'evaluate', key }]);
  });

  it('brings back what a wrong clock left in the future, and nothing that may be there', async () => {
    const ahead = { claimMs: 100, evaluationMs: 1_000, postMs: 5_000 };
    await file('soon', [letter('1@x')], 1_000);
    await file('in years', [letter('2@x')], 999_999_999);
    await evaluated([
      post('p-embargo', { notBeforeMs: 5_000 }),
      post('p-years', { notBeforeMs: 999_999_999 }),
      post('p-now'),
      post('p-late'),
    ]);
    await claimed('p-now', 90);
    await claimed('p-late', 999_999_999);
    expect(await store.mendDates(0, ahead)).toBe(3);
    expect(await store.mendDates(0, ahead)).toBe(0);
    expect((await store.findPost('p-embargo'))?.notBeforeMs).toBe(5_000);
    expect((await store.findPost('p-years'))?.notBeforeMs).toBe(5_000);
    expect((await store.findPost('p-now'))?.claimedAtMs).toBe(90);
    expect((await store.findPost('p-late'))?.claimedAtMs).toBe(0);
    expect((await store.listDue(1_000)).filter(({ queue }) => queue === 'evaluate')).toHaveLength(2);
  });

  it('lists a document until it is filed, and files it once', async () => {
    const { key } = await receive('one');
    expect(await store.listDue(0)).toEqual([{ queue: 'ingest', key }]);
    const ingested = { documentKey: key, letters: [letter('1@x')], nowMs: 1, dueAtMs: 100 };
    expect((await store.fileLetters(ingested)).length).toBe(1);
    expect(await store.fileLetters(ingested)).toEqual([]);
    expect(await store.listDue(0)).toEqual([]);
  });

  it('knows a copy of a letter that came by another list', async () => {
    const [first = ''] = await file('by one list', [letter('1@x')]);
    expect(await file('by another list', [letter('1@x')])).toEqual([]);
    expect((await store.listDocuments(first)).length).toBe(1);
  });

  it('replaces what was there of a pull request by its new head', async () => {
    const heads = ['owner/repo#7@aa', 'owner/repo#7@bb'];
    for (const topic of heads) {
      const { key } = await receive(topic, topic, 1);
      await store.fileLetters({ documentKey: key, letters: [letter('1@x')], nowMs: 1, dueAtMs: 1 });
    }
    const due = await store.listDue(10);
    expect(due.length).toBe(1);
    const evaluation = await store.findEvaluation(due[0]?.key ?? '');
    const documents = await store.listDocuments(evaluation?.thread ?? '');
    expect(documents.map(({ topic }) => topic)).toEqual([heads[1]]);
  });

  it('leaves a letter out that was taken back', async () => {
    const [thread = ''] = await file('one', [letter('1@x')]);
    await store.withdrawLetter('1@x');
    expect(await store.listDocuments(thread)).toEqual([]);
    expect(await store.findThread('1@x')).toBe(thread);
  });

  it('keeps a report with its posts and silences, once', async () => {
    const { thread, evaluation } = await evaluated([post('p-1')], ['nothing to say']);
    const again = { evaluation, report: reportOf(), posts: [post('p-2')], silences: ['twice'], nowMs: 6 };
    await store.settleEvaluation(again);
    expect((await store.latestReport(thread))?.report).toEqual(reportOf());
    expect(await store.listReports(10)).toHaveLength(1);
    expect(await store.listSilences(thread)).toEqual(['nothing to say']);
    expect(await store.findPost('p-2')).toBeNull();
    expect(await store.listDue(10)).toEqual([{ queue: 'reply', key: 'p-1' }]);
  });

  it('does not settle a run whose thread got a letter while it ran', async () => {
    const [thread = ''] = await file('one', [letter('1@x')], 100);
    const evaluation = await store.findEvaluation(evaluationKey(thread, 1));
    if (evaluation === null) throw new Error('not planned');
    await file('two', [letter('2@x', '1@x')], 100);
    await store.settleEvaluation({ evaluation, report: reportOf(), posts: [], silences: [], nowMs: 5 });
    expect(await store.latestReport(thread)).toBeNull();
    expect((await store.listDue(1_000)).map(({ key }) => key)).toEqual([evaluation.key]);
  });

  it('numbers the runs, and keeps the report of the old', async () => {
    const { thread } = await evaluated([]);
    const next = await store.planRun(thread, 50);
    expect(next?.run).toBe(2);
    expect((await store.planRun(thread, 60))?.run).toBe(2);
    expect(await store.planRun('t-unknown', 50)).toBeNull();
    expect((await store.latestReport(thread))?.run).toBe(1);
  });

  it('takes a post from planned to settled, each step once', async () => {
    await evaluated([post('p-1')]);
    const row = await claimed('p-1');
    expect(await store.holdsClaim(row)).toBe(true);
    expect(await store.markSent(row, 'remote-1', 11)).toBe(true);
    expect(await store.markSent(row, 'remote-2', 11)).toBe(false);
    const sent = await store.findPost('p-1');
    expect(sent).toMatchObject({ state: 'sent', remoteId: 'remote-1' });
    if (sent !== null) await store.settle(sent, 12);
    expect((await store.findPost('p-1'))?.state).toBe('settled');
    expect(await store.listDue(100)).toEqual([]);
  });

  it('lets one of two claim a post, and fences off the slower', async () => {
    await evaluated([post('p-1')]);
    const row = await store.findPost('p-1');
    if (row === null) throw new Error('no post');
    const both = await Promise.all([store.claim(row, 1), store.claim(row, 1)]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    const held = both.find((one) => one !== null) ?? null;
    if (held === null) throw new Error('nobody');
    const stolen = await store.claim(held, 2);
    expect(stolen?.fence).toBe(2);
    expect(await store.holdsClaim(held)).toBe(false);
    expect(await store.markSent(held, 'late', 3)).toBe(false);
  });

  it('counts what left by thread, list and hour', async () => {
    const hour = 3_600_000;
    for (const [at, key] of ['p-1', 'p-2', 'p-3'].entries()) {
      await evaluated([post(key, { thread: at < 2 ? 't-a' : 't-b' })]);
      await store.markSent(await claimed(key), key, (30 + 12 * at) * hour);
    }
    expect(await store.countPosts('usb', 't-a', 54.5 * hour)).toEqual({
      inThread: 2,
      inListToday: 2,
      inHour: 1,
    });
  });

  it('holds a post until an operator lets it go, and never one that may have left', async () => {
    await evaluated([post('p-1', { state: 'held', because: 'moderated' }), post('p-2')]);
    expect((await store.listHeld()).map(({ key }) => key)).toEqual(['p-1']);
    expect(await store.release('p-1', 1)).toBe(true);
    expect(await store.release('p-1', 1)).toBe(false);
    await store.setAside(await claimed('p-2'), 'held', 'nobody knows', 3);
    expect(await store.release('p-2', 4)).toBe(false);
  });

  it('is told by an operator what became of a post that may have left', async () => {
    await evaluated([post('p-1'), post('p-2'), post('p-3', { state: 'held', because: 'moderated' })]);
    for (const key of ['p-1', 'p-2']) await store.setAside(await claimed(key), 'held', 'nobody knows', 3);
    expect(await store.decideHeld('p-1', 'sent', 4)).toBe(true);
    expect(await store.decideHeld('p-2', 'not sent', 4)).toBe(true);
    expect(await store.decideHeld('p-3', 'sent', 4)).toBe(false);
    const states = await Promise.all(['p-1', 'p-2'].map((key) => store.findPost(key)));
    expect(states.map((row) => row?.state)).toEqual(['settled', 'planned']);
    expect(await store.checkAudit()).toBeNull();
  });

  it('lets a newer report take the place of a post that may not leave yet', async () => {
    const { thread } = await evaluated([post('p-0')]);
    const embargoed = post('p-1', { thread, notBeforeMs: 1_000 });
    const run = async (posts: readonly PlannedPost[]) => {
      const evaluation = await store.planRun(thread, 50);
      if (evaluation !== null)
        await store.settleEvaluation({ evaluation, report: reportOf(), posts, silences: [], nowMs: 60 });
    };
    await run([embargoed]);
    expect((await store.listDue(100)).map(({ key }) => key)).toEqual(['p-0']);
    await run([]);
    expect(await store.findPost('p-1')).toBeNull();
    expect(await store.findPost('p-0')).not.toBeNull();
  });

  it('keeps what somebody asked for beside what is there as it is', async () => {
    const { thread } = await evaluated([]);
    const asked = { by: 'ada', assume: { lockNs: 20 }, base: null, depends: null, reply: null };
    const second = await store.planRun(thread, 50, asked);
    expect((await store.planRun(thread, 60, asked))?.run).toBe(second?.run);
    expect((await store.planRun(thread, 60))?.run).toBe(3);
    if (second === null) throw new Error('not planned');
    const now = await store.findEvaluation(second.key);
    if (now !== null)
      await store.settleEvaluation({
        evaluation: now,
        report: reportOf(),
        posts: [],
        silences: [],
        nowMs: 70,
      });
    expect((await store.latestReport(thread))?.asked).toBeNull();
    expect((await store.listReports(10)).map((one) => one.asked)).toContainEqual(asked);
    expect(await store.cancelThread(thread, 'cancelled', 80)).toBe(1);
  });

  it('buries a task with its reason and drives it again', async () => {
    const { key } = await receive('one');
    const task = { queue: 'ingest', key } as const;
    await store.bury(task, 'it burns', 1);
    expect(await store.listDue(10)).toEqual([]);
    expect(await store.listDead()).toEqual([{ ...task, because: 'it burns' }]);
    expect(await store.redrive(task, 2)).toBe(true);
    expect(await store.redrive(task, 2)).toBe(false);
    expect(await store.listDue(10)).toEqual([task]);
  });

  it('takes a command once, counts it, and keeps mutes', async () => {
    const command = {
      ...{ key: 'c-1', verb: 'stop', words: ['list'], thread: 't-1', actor: 'ada@bulk.example' },
      ...({ via: 'mail', answer: 'done' } as const),
    };
    expect(await store.takeCommand(command, 5)).toBe(true);
    expect(await store.takeCommand(command, 6)).toBe(false);
    expect(await store.countCommands('ada@bulk.example', 4)).toBe(1);
    expect(await store.countCommands('ada@bulk.example', 5)).toBe(0);
    await store.mute('t-1', 'ada', 1);
    await store.mute('t-1', 'ada', 1);
    expect(await store.isMuted(['t-0', 't-1'])).toBe(true);
    await store.unmute('t-1', 'ada', 2);
    expect(await store.isMuted(['t-0', 't-1'])).toBe(false);
  });

  it('switches an address off for a time, and on again by whoever may', async () => {
    const off = { address: 'Ada@bulk.example', because: '550 no such user', atMs: 5, untilMs: 100 };
    await store.switchOff(off);
    await store.switchOff({ ...off, because: '550 really', untilMs: 200 });
    const key = addressKey('ada@bulk.example');
    const known = { key, address: 'ada@bulk.example', because: '550 really', atMs: 5, untilMs: 200 };
    expect(await store.listOff(199)).toEqual([known]);
    expect(await store.listOff(200)).toEqual([]);
    expect(await store.switchOn(key, 'boss', 50)).toBe(true);
    expect(await store.switchOn(key, 'boss', 50)).toBe(false);
    expect(await store.listOff(50)).toEqual([]);
    const said = (await store.listAudit(3)).map(({ what, subject }) => `${what} ${subject}`);
    expect(said).toEqual([
      'switched on ada@bulk.example',
      'switched off Ada@bulk.example',
      'switched off Ada@bulk.example',
    ]);
  });

  it('tells how far an evaluation is while it runs, and forgets it then', async () => {
    const [thread = ''] = await file('one', [letter('1@x')]);
    const evaluation = evaluationKey(thread, 1);
    const far = { evaluation, done: 1, total: 4, begunAtMs: 10, atMs: 20 };
    await store.noteProgress({ ...far, done: 0, atMs: 15 });
    await store.noteProgress(far);
    expect(await store.listProgress(19)).toEqual([{ ...far, thread, list: 'usb', run: 1 }]);
    expect(await store.listProgress(20)).toEqual([]);
    await store.endProgress(evaluation);
    expect(await store.listProgress(0)).toEqual([]);
    await store.noteProgress(far);
    await store.cancelThread(thread, 'cancelled', 30);
    expect(await store.listProgress(0)).toEqual([]);
  });

  it('adds up how long stages took, by whoever tells', async () => {
    await store.addStageTimes(new Map());
    await store.addStageTimes(
      new Map([
        ['replay sum', 1.5],
        ['replay +Inf', 1],
      ]),
    );
    await store.addStageTimes(
      new Map([
        ['replay sum', 0.25],
        ['reply +Inf', 1],
      ]),
    );
    const times = await store.listStageTimes();
    expect([times.get('replay sum'), times.get('replay +Inf'), times.get('reply +Inf')]).toEqual([
      1.75, 1, 1,
    ]);
  });

  it('is over without a report where it can not be as somebody asked, and that one is told', async () => {
    const [thread = ''] = await file('one', [letter('1@x')]);
    const evaluation = await store.findEvaluation(evaluationKey(thread, 1));
    if (evaluation === null) throw new Error('not planned');
    const refused = { evaluation, because: 'no such commit', posts: [post('p-told')], nowMs: 5 };
    await store.refuseEvaluation(refused);
    await store.refuseEvaluation({ ...refused, posts: [post('p-again')] });
    expect(await store.findEvaluation(evaluation.key)).toMatchObject({
      state: 'dropped',
      because: 'no such commit',
    });
    expect([await store.findPost('p-told'), await store.findPost('p-again')]).toMatchObject([
      { key: 'p-told' },
      null,
    ]);
    expect(await store.listDead()).toEqual([]);
  });

  it('keeps a reason of a mail once, and plans what was never judged when somebody asks', async () => {
    const { key } = await receive('old');
    const ingested = { documentKey: key, letters: [letter('1@x')], nowMs: 1, dueAtMs: null, because: 'old' };
    const [thread = ''] = await store.fileLetters(ingested);
    await store.noteSilence(thread, 'old', 2);
    await store.noteSilence(thread, 'a program', 3);
    expect(await store.listSilences(thread)).toEqual(['a program', 'old']);
    expect(await store.listDue(1_000)).toEqual([]);
    expect(await store.planRun(thread, 5)).toMatchObject({ thread, list: 'usb', run: 1 });
  });

  it('finds a mail that left by its Message-ID, and no other post', async () => {
    await evaluated([post('p-mail', { channel: 'mail' }), post('p-draft')]);
    for (const key of ['p-mail', 'p-draft']) await store.markSent(await claimed(key), `${key}@bot`, 20);
    expect((await store.findSent('p-mail@bot'))?.key).toBe('p-mail');
    expect([await store.findSent('p-draft@bot'), await store.findSent('none@bot')]).toEqual([null, null]);
  });

  it('remembers how far a subscription was read', async () => {
    expect(await store.readCursor('epoch')).toBeNull();
    await store.writeCursor('epoch', 'aa');
    await store.writeCursor('epoch', 'bb');
    expect(await store.readCursor('epoch')).toBe('bb');
  });

  it('chains its audit lines', async () => {
    await evaluated([post('p-1')]);
    await store.markSent(await claimed('p-1'), 'x', 1);
    expect(await store.checkAudit()).toBeNull();
    const what = (await store.listAudit(10)).map((line) => line.what);
    expect(what).toEqual(['sent', 'claimed', 'evaluated', 'received']);
  });
}

describe.skipIf(!sqliteRuns)('the store in SQLite', () => {
  let folder = '';
  const opened: Store[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'giveback-store-'));
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  contract(() => openedIn({ file: join(folder, `${opened.length}.sqlite`) }, opened));
});

const programs = postgresPrograms();

describe.skipIf(programs === null)('the store in PostgreSQL (skipped where it is not installed)', () => {
  let server: PrivatePostgres;
  const opened: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await server.stop();
  });
  contract(async () => {
    const name = `store_${opened.length}`;
    await createDatabase(server.url, name);
    return openedIn({ url: server.url.replace('/postgres?', `/${name}?`) }, opened);
  });
});

async function createDatabase(url: string, name: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

async function openedIn(where: Place, opened: Store[]): Promise<Store> {
  const store = await openStore(where);
  opened.push(store);
  return store;
}
