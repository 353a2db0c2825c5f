import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directoryReceiver } from '../../src/adapters/outbox/directory.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { Fault } from '../../src/fault.ts';
import type { Receiver } from '../../src/ports/receiver.ts';
import type { Store } from '../../src/ports/store.ts';
import { addressKey } from '../../src/service/job-keys.ts';
import { ensureReply } from '../../workers/reply.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { fileSink, postsIn } from './file-sink.ts';
import { planned } from './planned-post.ts';
import { type GivenPorts, portsOf } from './ports-of.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(!sqliteRuns)('ensureReply', () => {
  let folder = '';
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-reply-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const sink = (over: Partial<Receiver> = {}): Receiver => ({ ...fileSink(join(folder, 'posts')), ...over });
  const ports = (over: Partial<GivenPorts> = {}) =>
    portsOf({ store, receivers: { mail: sink() }, policy: { stage: 'list' }, ...over });
  const posts = () => postsIn(join(folder, 'posts')).length;
  const stateOf = async (key: string) => (await store.findPost(key))?.state;

  it('posts once, however often and by however many it is asked', async () => {
    const key = await planned(store, { channel: 'mail' });
    await Promise.all([ensureReply(key, ports()), ensureReply(key, ports()), ensureReply(key, ports())]);
    await ensureReply(key, ports());
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });

  it('writes a draft of a list in shadow whole, and under its own name', async () => {
    const key = await planned(store, { target: '../../etc/../x.eml' });
    const outbox = join(folder, 'outbox');
    await ensureReply(key, ports({ receivers: { directory: directoryReceiver(outbox) } }));
    expect(readdirSync(outbox)).toEqual([`${key}-.._.._etc_.._x.eml`]);
    expect(readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8')).toBe('From: x\n\nhello\n');
  });

  it('sends nothing while the kill switch is on, and everything after', async () => {
    const key = await planned(store, { channel: 'mail' });
    await ensureReply(key, ports({ isStopped: () => true }));
    expect([posts(), await stateOf(key)]).toEqual([0, 'planned']);
    await ensureReply(key, ports());
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });

  it('drops a post whose thread or list somebody muted meanwhile', async () => {
    const key = await planned(store, { channel: 'mail' });
    const row = await store.findPost(key);
    await store.mute(row?.thread ?? '', 'ada', 1);
    await ensureReply(key, ports());
    expect([posts(), await stateOf(key)]).toEqual([0, 'dropped']);
  });

  it('leaves out who is switched off, and is dropped where that is everybody', async () => {
    const seen: string[] = [];
    const mail = sink({
      send: async ({ target, key }) => {
        seen.push(target);
        return key;
      },
    });
    await store.switchOff({ address: 'gone@x', because: '550', atMs: 1, untilMs: 1e15 });
    const some = await planned(store, { channel: 'mail', target: '["Gone@x","ada@x"]' });
    const none = await planned(store, { channel: 'mail', target: '["gone@x"]' });
    for (const key of [some, none]) await ensureReply(key, ports({ receivers: { mail } }));
    expect(seen).toEqual(['["ada@x"]']);
    expect([await stateOf(some), await stateOf(none)]).toEqual(['settled', 'dropped']);
    expect((await store.findPost(none))?.because).toBe('switched off: gone@x');
    await store.switchOn(addressKey('gone@x'), 'boss', 2);
    const again = await planned(store, { channel: 'mail', target: '["gone@x"]' });
    await ensureReply(again, ports({ receivers: { mail } }));
    expect(seen).toEqual(['["ada@x"]', '["gone@x"]']);
  });

  it('never posts more than three times into a thread', async () => {
    for (let count = 0; count < 5; count++)
      await ensureReply(await planned(store, { channel: 'mail', thread: 't-long' }), ports());
    expect(posts()).toBe(3);
  });

  it('never posts more than six times a day to a list', async () => {
    for (let count = 0; count < 8; count++)
      await ensureReply(await planned(store, { channel: 'mail' }), ports());
    expect(posts()).toBe(6);
  });

  it('tries again what was surely not taken', async () => {
    const key = await planned(store, { channel: 'mail' });
    const refused = async () => {
      throw new Fault('450 later, please', 'later');
    };
    const refusing = ports({ receivers: { mail: sink({ send: refused }) } });
    await ensureReply(key, refusing);
    expect(await store.findPost(key)).toMatchObject({ state: 'planned', because: '450 later, please' });
    await ensureReply(key, ports());
    expect([posts(), await stateOf(key)]).toEqual([0, 'planned']);
    await ensureReply(key, ports({ clock: () => Date.now() + 61_000 }));
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });

  it('waits twice as long each time, and asks a person in the end', async () => {
    const key = await planned(store, { channel: 'mail' });
    let nowMs = 0;
    const waits: number[] = [];
    const send = async () => {
      throw new Fault('450 later, please', 'later');
    };
    const refusing = ports({ receivers: { mail: sink({ send }) }, clock: () => nowMs });
    for (let tries = 0; tries < 12; tries++) {
      await ensureReply(key, refusing);
      const next = (await store.findPost(key))?.notBeforeMs ?? 0;
      waits.push((next - nowMs) / 60_000);
      nowMs = next;
    }
    expect(waits.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240]);
    expect(await stateOf(key)).toBe('held');
  });

  it('holds a post whose bytes changed on the disk', async () => {
    const key = await planned(store, { channel: 'mail' });
    const row = await store.findPost(key);
    const findPost = async () => (row === null ? null : { ...row, body: `${row.body}!` });
    await ensureReply(key, { ...ports(), store: { ...store, findPost } });
    expect([posts(), await stateOf(key)]).toEqual([0, 'held']);
  });

  it('does not send what a store from a backup has forgotten that it sent', async () => {
    const key = await planned(store, { channel: 'mail' });
    const row = await store.findPost(key);
    if (row !== null) await sink().send(row);
    await ensureReply(key, ports());
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });

  it('holds what will never be taken', async () => {
    const key = await planned(store, { channel: 'mail' });
    const refused = async () => {
      throw new Fault('550 no such user', 'never');
    };
    await ensureReply(key, ports({ receivers: { mail: sink({ send: refused }) } }));
    expect((await store.findPost(key))?.because).toBe('550 no such user');
    expect(await stateOf(key)).toBe('held');
  });

  it('finds a post that arrived though the receiver broke off, and does not send it again', async () => {
    const key = await planned(store, { channel: 'mail' });
    const broken = sink({
      send: async (post) => {
        await sink().send(post);
        throw new Error('connection reset');
      },
    });
    await expect(ensureReply(key, ports({ receivers: { mail: broken } }))).rejects.toThrow('reset');
    await ensureReply(key, ports());
    expect(await stateOf(key)).toBe('claimed');
    await ensureReply(key, ports({ clock: () => Date.now() + HOUR_MS }));
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });

  it('asks a person where nobody can tell whether a post arrived', async () => {
    const key = await planned(store, { channel: 'mail' });
    const broken = async () => {
      throw new Error('connection reset');
    };
    const mail = sink({ send: broken, mayResend: false });
    await expect(ensureReply(key, ports({ receivers: { mail } }))).rejects.toThrow('reset');
    await ensureReply(key, ports({ receivers: { mail }, clock: () => Date.now() + HOUR_MS }));
    expect([posts(), await stateOf(key)]).toEqual([0, 'held']);
  });

  it('does not send with a claim that was taken over while it slept', async () => {
    const key = await planned(store, { channel: 'mail' });
    const later = () => Date.now() + HOUR_MS;
    const slow = { ...store };
    slow.holdsClaim = async (row) => {
      slow.holdsClaim = store.holdsClaim;
      await ensureReply(key, ports({ clock: later }));
      return store.holdsClaim(row);
    };
    await ensureReply(key, { ...ports(), store: slow });
    expect([posts(), await stateOf(key)]).toEqual([1, 'settled']);
  });
});
