import { copyFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/adapters/store/open-store.ts';
import { ensureReply } from '../../../workers/reply.ts';
import { fileSink, postsIn } from '../../workers/file-sink.ts';
import { planned } from '../../workers/planned-post.ts';
import { portsOf } from '../../workers/ports-of.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

/** A frame of SQLite's log: a page and its header. Source: sqlite.org/fileformat2.html, section 4 */
const FRAME_BYTES = 4_096 + 24;
const CUTS = 60;
const FLIPS = 80;
const HOUR_MS = 3_600_000;
const FILES = ['store.sqlite', 'store.sqlite-wal'];

export const storeDamaged: Scenario = {
  id: 'F25',
  fault: 'the end of the store is torn off at any byte, or one bit of it is another',
  async run(ground) {
    const whole = await storeWithAPost(ground);
    const wrong: string[] = [];
    for (let cut = 1; cut <= CUTS; cut++) wrong.push(...(await torn(ground, whole, cut)));
    for (let flip = 0; flip < FLIPS; flip++) wrong.push(...(await flipped(ground, whole, flip)));
    return wrong;
  },
};

interface Whole {
  readonly folder: string;
  readonly key: string;
}

/** A post that left and is settled, all of it still in the log. */
async function storeWithAPost(ground: Ground): Promise<Whole> {
  const folder = join(ground.home, 'whole');
  mkdirSync(folder);
  const store = await openStore({ file: join(folder, 'store.sqlite') });
  ground.atEnd(() => store.close());
  const key = await planned(store, { channel: 'mail' });
  const receivers = { mail: fileSink(join(folder, 'posts')) };
  await ensureReply(key, portsOf({ store, receivers, policy: { stage: 'list' } }));
  return { folder, key };
}

function copyOf(ground: Ground, { folder }: Whole, name: string): string {
  const copy = join(ground.home, name);
  mkdirSync(copy);
  for (const file of [...FILES, 'posts']) copyFileSync(join(folder, file), join(copy, file));
  return copy;
}

/** What was torn off is forgotten, and the post is found where it went. */
async function torn(ground: Ground, whole: Whole, cut: number): Promise<readonly string[]> {
  const folder = copyOf(ground, whole, `torn-${cut}`);
  const log = join(folder, 'store.sqlite-wal');
  truncateSync(log, statSync(log).size - Math.ceil((cut * 2 * FRAME_BYTES) / CUTS));
  const { said, posts } = await afterwards(folder, whole.key);
  return said === null && posts === 1 ? [] : [`cut ${cut}: ${posts} posts, ${said ?? 'opened'}`];
}

/** Either it is noticed, or it changes nothing: never is there a second post. */
async function flipped(ground: Ground, whole: Whole, flip: number): Promise<readonly string[]> {
  const folder = copyOf(ground, whole, `flip-${flip}`);
  const file = join(folder, FILES[flip % FILES.length] ?? '');
  const bytes = readFileSync(file);
  const at = Math.floor((bytes.length * (flip + 0.5)) / FLIPS);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
  writeFileSync(file, bytes);
  const { posts } = await afterwards(folder, whole.key);
  return posts === 1 ? [] : [`bit ${flip % 8} of byte ${at} of ${file}: ${posts} posts`];
}

/** What `serve` does with it: refuses what is damaged, and else goes on. */
async function afterwards(folder: string, key: string) {
  const posts = join(folder, 'posts');
  const store = await openStore({ file: join(folder, 'store.sqlite') }).catch(String);
  if (typeof store === 'string') return { said: store, posts: postsIn(posts).length };
  const said = await store.findDamage().catch(String);
  const clock = () => Date.now() + HOUR_MS;
  const ports = portsOf({ store, clock, receivers: { mail: fileSink(posts) }, policy: { stage: 'list' } });
  for (let times = 0; times < 3 && said === null; times++) await ensureReply(key, ports).catch(() => {});
  await store.close().catch(() => {});
  return { said, posts: postsIn(posts).length };
}
