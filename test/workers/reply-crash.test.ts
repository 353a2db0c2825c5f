import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports.ts';
import { ensureReply } from '../../workers/reply.ts';
import { root } from '../house/tree.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { fileSink, postsIn } from './file-sink.ts';
import { planned } from './planned-post.ts';
import { portsOf } from './ports-of.ts';

const HOUR_MS = 3_600_000;
/** More points than a post has: the last ones end by themselves. */
const POINTS = 30;
const AT_ONCE = 5;

describe.skipIf(!sqliteRuns)('a poster that is killed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gb-crash-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const killed = (point: number) => killedAt(mkdtempSync(join(folder, 'k-')), point);

  it('posts once, wherever it is killed', async () => {
    const points = Array.from({ length: POINTS }, (_, index) => index + 1);
    const outcomes = [];
    for (let at = 0; at < POINTS; at += AT_ONCE)
      outcomes.push(...(await Promise.all(points.slice(at, at + AT_ONCE).map((point) => killed(point)))));
    expect(outcomes.map(({ posts, state }) => `${posts} ${state}`)).toEqual(
      Array.from({ length: POINTS }, () => '1 settled'),
    );
    const kills = outcomes.filter(({ signal }) => signal === 'SIGKILL').length;
    expect(kills).toBeGreaterThan(10);
    expect(kills).toBeLessThan(POINTS);
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
  const script = join(root, 'test/workers/crashing-poster.ts');
  const poster = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: 'inherit' });
  return new Promise((resolve) => poster.once('exit', (_, signal) => resolve(signal)));
}

/** What the reconciler does, an hour later. */
async function recovered(store: Store, key: string, file: string): Promise<void> {
  const clock = () => Date.now() + HOUR_MS;
  const ports = portsOf({ store, clock, receivers: { mail: fileSink(file) }, policy: { stage: 'list' } });
  for (let times = 0; times < 3; times++) await ensureReply(key, ports);
}
