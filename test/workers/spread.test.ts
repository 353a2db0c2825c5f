import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import type { Helpers } from '../../src/adapters/pool/helpers.ts';
import { readPlayed } from '../../src/adapters/pool/share-text.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { type PlayedPart, playPart, type ReplayPart } from '../../src/replay/replay-claim.ts';
import { readSettings } from '../../src/settings.ts';
import { ensureSharePlayed } from '../../workers/play-share.ts';
import { Spreading } from '../../workers/spread.ts';
import { root } from '../house/tree.ts';
import { claimOf, hcdOf, modelOf, withBh } from '../replay/built.ts';
import { configured } from '../replay/configured.ts';
import { until } from '../support/redis-binary.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { type GivenPorts, portsOf } from './ports-of.ts';

const MODEL = modelOf(hcdOf(), withBh(hcdOf()));
const part = (from: number): ReplayPart => {
  return { claim: claimOf(), model: MODEL, run: { seed: 5, draws: 8 }, from, to: from + 4 };
};
const PARTS = [part(0), part(4)];
const PLAYED = PARTS.map((one) => playPart(one, configured()));
const TEXT = JSON.stringify(PLAYED);

describe('what comes back of a share', () => {
  it('is read when it is one outcome for each draw', () => {
    expect(readPlayed(TEXT, PARTS)).toEqual(PLAYED);
  });

  const changed = (change: (outcome: object) => unknown) =>
    JSON.stringify(PLAYED.map((outcomes) => outcomes.map((one) => (one === null ? null : change(one)))));

  it.each([
    ['is no JSON', TEXT.slice(1)],
    ['has too few parts', JSON.stringify(PLAYED.slice(1))],
    ['has too few draws', JSON.stringify(PLAYED.map((outcomes) => outcomes.slice(1)))],
    ['has the draws of another part', JSON.stringify(PLAYED.toReversed())],
    ['has something else for a figure', changed((one) => ({ ...one, before: '7' }))],
    ['has no setting', changed(({ ...one }) => ({ ...one, setting: null }))],
    ['has more than there is', changed((one) => ({ ...one, verdict: 'supported' }))],
    ['is nothing at all', 'null'],
  ])('is thrown away when it %s', (_, text) => {
    expect(readPlayed(text, PARTS)).toBeNull();
  });
});

describe('an evaluation that is spread', () => {
  const request = {
    documents: [readFileSync(join(root, 'test/threads/uvc-cached-load/thread.mbox'))],
    ...{ command: 'giveback evaluate t.mbox.gz', isRequest: false, assume: {}, source: null },
  };
  const child = join(root, 'workers/evaluation-child.ts');
  const limits = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
  const spread = { partsMin: 1, afterMs: 0, partsPerShare: 1, claimsAtOnce: 16 };

  it('gives the report of one that is not, and asks nobody once it is called off', async () => {
    const offers: number[] = [];
    const settings = readSettings();
    const offer: Helpers['offer'] = (parts) => {
      offers.push(parts.length);
      const played = offers.length % 2 === 0 ? parts.map((one) => playPart(one, settings.replay)) : null;
      return { played: Promise.resolve(played), takeBack: async () => false };
    };
    const { report } = await evaluateInChild(child, request, { ...limits, spread }, { helpers: { offer } });
    const { report: alone } = await evaluateInChild(child, request, limits);
    expect(JSON.stringify(report)).toBe(JSON.stringify(alone));
    expect(offers.length).toBeGreaterThan(2);
    const ended = new AbortController();
    const never = { played: new Promise<null>(() => {}), takeBack: async () => false };
    const waits: Helpers['offer'] = () => {
      ended.abort();
      return never;
    };
    const watcher = { helpers: { offer: waits }, signal: ended.signal };
    await expect(evaluateInChild(child, request, { ...limits, spread }, watcher)).rejects.toThrow(
      'called off',
    );
  });
});

describe.skipIf(!sqliteRuns)('a share of an evaluation', () => {
  let folder = '';
  let store: Store;
  let spreading: Spreading;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-spread-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
  });
  afterEach(async () => {
    await spreading.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const portsWith = (over: Partial<GivenPorts> = {}, takenSeconds = 60) => {
    const ports = portsOf({ store, ...over });
    const { limits } = ports.service;
    const spread = { ...limits.spread, lookSeconds: 0.02, takenSeconds };
    return { ...ports, service: { ...ports.service, limits: { ...limits, spread } } };
  };

  /** Offers PARTS, and gives the key of what lies in the store then. */
  const offered = async (takenSeconds?: number) => {
    const ports = portsWith({}, takenSeconds);
    spreading = new Spreading({}, ports);
    const share = spreading.offer(PARTS);
    await until('it is offered', () => ports.queue.tasks.length === 1);
    return { share, key: ports.queue.tasks[0]?.key ?? '' };
  };

  const playing = async ({ parts }: { readonly parts: readonly ReplayPart[] }): Promise<PlayedPart[]> =>
    parts.map((one) => playPart(one, configured()));

  it('is played by whoever takes it', async () => {
    const { share, key } = await offered();
    await ensureSharePlayed(key, portsWith({ playShare: playing }));
    expect(JSON.stringify(await share.played)).toBe(TEXT);
    expect(await share.takeBack()).toBe(false);
  });

  it('is left to its owner by another version, and by who can not play it', async () => {
    const { share, key } = await offered();
    await ensureSharePlayed(key, { ...portsWith({ playShare: playing }), playsAs: 'another version' });
    await ensureSharePlayed(key, portsWith());
    expect(await store.listShares([key])).toEqual([{ key, isTaken: false, played: null }]);
    expect(await share.takeBack()).toBe(true);
    expect(await share.played).toBeNull();
    expect(await store.takeShare(key)).toBeNull();
  });

  it('is not taken back while somebody plays it, and is waited for no longer than it may take', async () => {
    const { share, key } = await offered(0.1);
    await store.takeShare(key);
    expect(await share.takeBack()).toBe(false);
    expect(await share.played).toBeNull();
  });

  it('comes back to an owner that asked for it in vain, once whoever took it lets it go', async () => {
    const { share, key } = await offered();
    await store.takeShare(key);
    expect(await share.takeBack()).toBe(false);
    await store.letShareGo(key);
    expect(await share.played).toBeNull();
    expect(await store.takeShare(key)).toBeNull();
  });

  it('comes back when it is asked for before it lies in the store', async () => {
    spreading = new Spreading({}, portsWith());
    const share = spreading.offer(PARTS);
    void share.takeBack();
    expect(await share.played).toBeNull();
  });

  it('is played by its owner when what comes back is none of its figures', async () => {
    const { share, key } = await offered();
    await store.takeShare(key);
    await store.givePlayed(key, JSON.stringify(PLAYED.toReversed()));
    expect(await share.played).toBeNull();
  });

  it('is not played on when its owner is done', async () => {
    const { key } = await offered();
    const isCalledOff = new Promise<boolean>((resolve) => {
      const playShare: GivenPorts['playShare'] = (_, signal) =>
        new Promise((_done, reject) => {
          signal?.addEventListener('abort', () => {
            resolve(true);
            reject(new Error('called off'));
          });
        });
      void ensureSharePlayed(key, portsWith({ playShare }));
    });
    await until('it is taken', async () => (await store.listShares([key]))[0]?.isTaken === true);
    await spreading.close();
    expect(await isCalledOff).toBe(true);
    expect(await store.listShares([key])).toEqual([]);
  });
});
