import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { ensureReply } from '../../workers/reply.ts';
import { programOf } from '../support/built.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { fileSink, postsIn } from './file-sink.ts';
import { planned } from './planned-post.ts';
import { portsOf } from './ports-of.ts';

const HOUR_MS = 3_600_000;
/** More points than a post has: one that is not reached is the last to be tried. */
const POINTS_MAX = 60;
const AT_ONCE = 5;
const POSTER = programOf('test/workers/crashing-poster.ts');

describe.skipIf(!sqliteRuns)('a poster that is killed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gb-crash-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const killed = (point: number) => killedAt(mkdtempSync(join(folder, 'k-')), point);

  it('posts once, wherever it is killed', async () => {
    const outcomes: Awaited<ReturnType<typeof killed>>[] = [];
    const isReached = () => outcomes.every(({ signal }) => signal === 'SIGKILL');
    while (isReached() && outcomes.length < POINTS_MAX) {
      const points = Array.from({ length: AT_ONCE }, (_, index) => outcomes.length + index + 1);
      outcomes.push(...(await Promise.all(points.map(killed))));
    }
    expect(new Set(outcomes.map(({ posts, state }) => `${posts} ${state}`))).toEqual(new Set(['1 settled']));
    const kills = outcomes.filter(({ signal }) => signal === 'SIGKILL').length;
    expect(kills).toBeGreaterThan(10);
    expect(isReached()).toBe(false);
  });
});

async function killedAt(folder: string, point: number) {
  const store = await openStore({ file: join(folder, 'giveback.sqlite') });
  const key = await planned(store, { channel: 'mail' });
  const signal = await runPoster([folder, key, String(point)]);
  await recovered(store, key, join(folder, 'posts'));
  const state = (await store.findPost(key))?.state;
  await store.close();
  return { signal, posts: postsIn(join(folder, 'posts')).length, state };
}

function runPoster(args: readonly string[]): Promise<string | null> {
  const poster = spawn(process.execPath, [POSTER, ...args], { stdio: 'inherit' });
  return new Promise((resolve) => poster.once('exit', (_, signal) => resolve(signal)));
}

/** What the reconciler does, an hour later. */
async function recovered(store: Store, key: string, file: string): Promise<void> {
  const clock = () => Date.now() + HOUR_MS;
  const ports = portsOf({ store, clock, receivers: { mail: fileSink(file) }, policy: { stage: 'list' } });
  for (let times = 0; times < 3; times++) await ensureReply(key, ports);
}
