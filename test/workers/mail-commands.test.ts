import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { OutboxRow } from '../../src/ports/outbox-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { NotUnderstood } from '../../src/service/asked.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { type GivenPorts, portsOf } from './ports-of.ts';

const ADA = 'ada@bulk.example';

describe.skipIf(!sqliteRuns)('a command by mail', () => {
  let folder = '';
  let store: Store;
  let nowMs = Date.parse('2024-03-04T12:00:00Z');
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-commands-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    await filed(mail(ADA, 'hello', '<root@x>'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whoever says so in From is that one, unless the mail is marked as forged. */
  const provenSender = async (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString();
    return text.includes('X-Forged') ? null : (/^From: (\S+)$/m.exec(text)?.[1]?.toLowerCase() ?? null);
  };
  const patches = reportOf().series.patches.map((patch) => {
    return { ...patch, files: [{ path: 'drivers/usb/core/hcd.c', oldPath: null, added: 1, removed: 1 }] };
  });
  const author = { name: 'Ada', address: ADA };
  const report = reportOf({ series: { ...reportOf().series, author, patches } });
  const asked: unknown[] = [];
  const ports = (over: Partial<GivenPorts> = {}) =>
    portsOf({
      ...{ store, clock: () => nowMs, policy: { stage: 'author-only', operators: ['boss@x'] }, provenSender },
      evaluate: async (request) => {
        asked.push(request.assume);
        return { report, mails: [] };
      },
      ...over,
    });

  let count = 0;
  function mail(from: string, text: string, id = `<${++count}@x>`, headers = ''): string {
    const parent = id === '<root@x>' ? '' : 'In-Reply-To: <root@x>\n';
    const date = 'Date: Mon, 4 Mar 2024 11:00:00 +0000\n';
    return `From: ${from}\nMessage-ID: ${id}\n${parent}${date}${headers}Subject: Re: usb\n\n${text}\n`;
  }
  const filed = async (text: string, over: Partial<GivenPorts> = {}) => {
    const bytes = Buffer.from(text);
    const key = documentKey('usb', null, bytes);
    await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
    await ensureFiled(key, ports(over));
    return key;
  };
  const thread = async () => (await store.findThread('root@x')) ?? '';
  const posts = async () => {
    const due = (await store.listDue(nowMs)).filter(({ queue }) => queue === 'reply');
    const rows = await Promise.all(due.map(({ key }) => store.findPost(key)));
    return rows.filter((row): row is OutboxRow => row !== null);
  };
  const evaluated = async () => {
    nowMs += 3_600_000;
    for (const { queue, key } of await store.listDue(nowMs))
      if (queue === 'evaluate') await ensureEvaluated(key, ports());
  };

  it('is obeyed when a signature proves who gave it', async () => {
    await filed(mail('eve@x', 'giveback: stop'));
    expect(await store.isMuted([await thread()])).toBe(true);
  });

  it('is not obeyed without, and the sender is told so once, alone, and never again', async () => {
    for (let times = 0; times < 3; times++)
      await filed(mail('eve@x', 'giveback: stop', undefined, 'X-Forged: 1\n'));
    expect(await store.isMuted([await thread()])).toBe(false);
    const told = await posts();
    expect(told.map(({ channel, target }) => [channel, target])).toEqual([['mail', '["eve@x"]']]);
    expect(told[0]?.body).toMatch(/^> giveback : stop\n\nCommands need a mail whose DKIM signature/m);
    expect(told[0]?.body).toContain('Auto-Submitted: auto-replied');
  });

  it('is none where a program wrote the mail, where it is ours, or where it is old', async () => {
    await filed(mail('eve@x', 'giveback: stop', undefined, 'Auto-Submitted: auto-replied\n'));
    await filed(mail('eve@x', 'giveback: stop', undefined, 'Return-Path: <>\n'));
    await filed(mail('eve@x', 'giveback: stop', undefined, 'X-Loop: giveback@giveback.invalid\n'));
    await filed(mail('giveback@giveback.invalid', 'giveback: stop'));
    nowMs += 8 * 86_400_000;
    await filed(mail('eve@x', 'giveback: stop'));
    nowMs -= 8 * 86_400_000;
    expect(await store.isMuted([await thread()])).toBe(false);
    expect(await posts()).toEqual([]);
  });

  it('is obeyed once, however often the mail comes and whatever broke in between', async () => {
    const text = mail(ADA, 'giveback: help');
    const broken = { ...store, finishDocument: () => Promise.reject(new Error('killed')) };
    const key = documentKey('usb', null, Buffer.from(text));
    await filed(text, { store: broken }).catch(() => {});
    expect((await store.listDue(nowMs)).filter(({ queue }) => queue === 'ingest')).toEqual([
      { queue: 'ingest', key },
    ]);
    await ensureFiled(key, ports());
    await ensureFiled(key, ports());
    expect(await posts()).toHaveLength(1);
    expect((await posts())[0]?.body).toContain('giveback: explain <claim>: say how');
  });

  it('is not for everybody: an operator takes back, an author asks for more, anybody for less', async () => {
    await evaluated();
    await filed(mail('eve@x', 'giveback: rerun\ngiveback: start\ngiveback: withdraw p-1 3 misread'));
    const told = (await posts()).map(({ body }) => /"([a-z]+)" is not for everybody/.exec(body)?.[1]);
    expect(told.toSorted()).toEqual(['rerun', 'start', 'withdraw']);
  });

  it('is for whom MAINTAINERS names for a file of the series, read in the tree of the list', async () => {
    await evaluated();
    const tree = join(folder, 'linux');
    mkdirSync(tree);
    writeFileSync(join(tree, 'MAINTAINERS'), 'USB\nM:\tGrace <Grace@usb.example>\nF:\tdrivers/usb/\n');
    const service = { ...ports().service, trees: { linux: tree } };
    const usb = service.lists['usb'];
    if (usb === undefined) throw new Error('no list');
    const given = { ...ports(), service: { ...service, lists: { usb: { ...usb, tree: 'linux' } } } };
    const asks = async (from: string, to: WorkerPorts) => {
      const bytes = Buffer.from(mail(from, 'giveback: rerun'));
      const key = documentKey('usb', null, bytes);
      await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
      await ensureFiled(key, to);
      return (await store.listAudit(1)).map(({ detail }) => detail)[0];
    };
    expect(await asks('grace@usb.example', ports())).toMatch(/^refused by grace@usb.example/);
    expect(await asks('eve@usb.example', given)).toMatch(/^refused by eve/);
    expect(await asks('grace@usb.example', given)).toMatch(/^rerun by grace@usb.example: started/);
  });

  it('ends and begins all posts on a list for those who decide for it, and for nobody else', async () => {
    const policy = { stage: 'author-only', maintainers: ['Greta@x'] } as const;
    await filed(mail('eve@x', 'giveback: stop list'), { policy });
    expect(await store.isMuted(['usb'])).toBe(false);
    await filed(mail('greta@x', 'giveback: stop list'), { policy });
    expect(await store.isMuted(['usb'])).toBe(true);
    await filed(mail('greta@x', 'giveback: start list'), { policy });
    expect(await store.isMuted(['usb'])).toBe(false);
  });

  it('is not what a delivery report is: that switches its recipient off, if it was ours to reach', async () => {
    await evaluated();
    await filed(mail(ADA, 'giveback: help'));
    const [answer] = await posts();
    const row = answer === undefined ? null : await store.claim(answer, nowMs);
    const id = /^Message-ID: <(.+)>$/m.exec(answer?.body ?? '')?.[1] ?? '';
    if (row !== null) await store.markSent(row, id, nowMs);
    const report = (messageId: string, address: string) =>
      `From: <>\nMessage-ID: <${++count}@mx>\nContent-Type: multipart/report; report-type=delivery-status\n\n\n` +
      `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\n\n` +
      `Content-Type: text/rfc822-headers\n\nMessage-ID: <${messageId}>\n`;
    await filed(report('forged@x', ADA));
    await filed(report(id, 'boss@x'));
    expect(await store.listOff(nowMs)).toEqual([]);
    await filed(report(id, ADA));
    expect((await store.listOff(nowMs)).map(({ address }) => address)).toEqual([ADA]);
  });

  it('leaves the reason in the ledger where a program gave it', async () => {
    const machine = mail('eve@x', 'giveback: stop', '<robot@x>', 'Auto-Submitted: auto-generated\n');
    await filed(machine);
    const because = 'a program wrote <robot@x>: what it asks for is not done, and it is not answered';
    expect(await store.listSilences(await thread())).toEqual([because]);
    expect(await posts()).toEqual([]);
  });

  it('makes a second report with figures of the author, and leaves the first as it is', async () => {
    await evaluated();
    await filed(mail(ADA, 'giveback: assume irqThreadNs=4000 lockNs=20'));
    await evaluated();
    expect(asked.at(-1) ?? asked).toBeDefined();
    const reports = await store.listReports(10);
    expect(reports.map(({ asked: on }) => on?.assume ?? null)).toContainEqual({
      irqThreadNs: 4000,
      lockNs: 20,
    });
    expect((await store.latestReport(await thread()))?.asked).toBeNull();
    const [answer] = await posts();
    expect(answer?.target).toBe(`["${ADA}"]`);
    expect(answer?.body.replaceAll('\n', ' ')).toMatch(/A second report, with irqThreadNs=4000, lockNs=20/);
  });

  it.each([
    ['assume speed=3', /the figures are irqNs/],
    ['assume lockNs=-1', /the figures are/],
    ['base usb-next abc', /no tree is set up here/],
    ['depends <nobody@x>', /no mail of that name came/],
    ['frobnicate', /there is no command/],
  ])('that says %j is answered with what is wrong', async (command, expected) => {
    await evaluated();
    await filed(mail(ADA, `giveback: ${command}`));
    const [answer] = await posts();
    expect(answer?.body.replaceAll('\n', ' ')).toMatch(expected);
  });

  it('drops what waits', async () => {
    await evaluated();
    await filed(mail(ADA, 'giveback: rerun\ngiveback: cancel'));
    expect((await store.listDue(nowMs + 86_400_000)).filter(({ queue }) => queue === 'evaluate')).toEqual([]);
  });

  it('lays no series under this one where the list has no tree', async () => {
    await filed('From: bob@x\nMessage-ID: <other@x>\nSubject: other\n\nother\n');
    await evaluated();
    await filed(mail(ADA, 'giveback: depends <other@x>'));
    const [answer] = await posts();
    expect(answer?.body.replaceAll('\n', ' ')).toMatch(/this list has no tree to lay that series on/);
  });

  it('tells the asker, and nobody else, why there is no second report', async () => {
    await evaluated();
    await filed(mail(ADA, 'giveback: assume lockNs=20'));
    nowMs += 3_600_000;
    const evaluate: GivenPorts['evaluate'] = async ({ assume }) => {
      if (Object.keys(assume).length > 0) throw new NotUnderstood('the tree has no commit ffff');
      return { report, mails: [] };
    };
    for (const { queue, key } of await store.listDue(nowMs))
      if (queue === 'evaluate') await ensureEvaluated(key, ports({ evaluate }));
    const [answer] = await posts();
    expect(answer?.target).toBe(`["${ADA}"]`);
    expect(answer?.body.replaceAll('\n', ' ')).toMatch(
      /no second report, with lockNs=20 *: the tree has no commit/,
    );
    expect(await store.listDead()).toEqual([]);
  });
});
