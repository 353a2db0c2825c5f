import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import { smtpReceiver } from '../../src/adapters/outbox/smtp.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { operatorAnswer } from '../../workers/operator.ts';
import { ensureReply } from '../../workers/reply.ts';
import { root } from '../house/tree.ts';
import { CHILD } from '../support/built.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const THREAD = join(root, 'test/threads/xhci-flag-forgotten/thread.mbox');
const OTHER = Buffer.from('From: eve@x\nMessage-ID: <other@x>\nSubject: other\n\nother\n');

describe.skipIf(!sqliteRuns)('what we take back', () => {
  let folder = '';
  let store: Store;
  let server: SMTPServer;
  let nowMs = 1_000;
  const taken: { readonly to: readonly string[]; readonly text: string }[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-withdraw-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    taken.length = 0;
    server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
      onData(stream, session, done) {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          taken.push({ to, text: Buffer.concat(pieces).toString('utf8') });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ports = () => {
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const place = { url, sender: 'giveback@giveback.invalid', visibilityMs: 1, isSeen: async () => false };
    return portsOf({
      ...{
        store,
        clock: () => nowMs,
        policy: { stage: 'list', address: 'usb@lists.example', embargoHours: 0 },
      },
      receivers: { mail: smtpReceiver(place) },
      evaluate: (request) => evaluateInChild(CHILD, request, LIMITS),
    });
  };
  const filed = async (bytes: Uint8Array) => {
    const key = documentKey('usb', null, bytes);
    await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
    await ensureFiled(key, ports());
  };
  const worked = async () => {
    nowMs += 3_600_000;
    for (const { queue, key } of await store.listDue(nowMs))
      if (queue === 'evaluate') await ensureEvaluated(key, ports());
    for (const { queue, key } of await store.listDue(nowMs))
      if (queue === 'reply') await ensureReply(key, ports());
  };
  const sentKey = async () => {
    const line = (await store.listAudit(200)).find(({ what }) => what === 'sent');
    return line?.subject ?? '';
  };

  it('goes to the same people, quotes itself, and is for a post of the very thread', async () => {
    for (const mail of splitMails(readFileSync(THREAD))) await filed(mail);
    await filed(OTHER);
    await worked();
    expect(taken).toHaveLength(1);
    const key = await sentKey();
    const body = (await store.findPost(key))?.body ?? '';
    const lines = body.slice(body.indexOf('\n\n') + 2).split('\n');
    const quote = lines.findIndex((line) => line.startsWith('>'));
    const at = lines.findIndex((line, index) => index > quote && /^[A-Z].{20}/.test(line)) + 1;
    const asks = (subject: string) =>
      operatorAnswer(
        { subject, words: ['withdraw', key, String(at), 'the', 'row', 'was', 'misread'] },
        ports(),
      );
    expect(await asks('other@x')).toMatchObject({ did: 'not understood' });
    const [first] = splitMails(readFileSync(THREAD));
    const id = /^Message-ID: <([^>]+)>/im.exec(first?.toString() ?? '')?.[1] ?? '';
    expect(await asks(id)).toMatchObject({ did: 'done' });
    await worked();
    expect(taken.map(({ to }) => to)).toEqual([taken[0]?.to, taken[0]?.to]);
    const [, second] = taken.map(({ text }) => text.replaceAll('\r\n', '\n'));
    expect(second).toContain(`> ${lines[at - 1]?.slice(0, 20)}`);
    expect(second).toMatch(/row was misread/);
    expect(second).toContain('Auto-Submitted: auto-replied');
  });
});
