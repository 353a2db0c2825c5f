import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { openStore } from '../../../src/adapters/store/open-store.ts';
import { ensureReply } from '../../../workers/reply.ts';
import { fileSink, postsIn } from '../../workers/file-sink.ts';
import { planned } from '../../workers/planned-post.ts';
import { portsOf } from '../../workers/ports-of.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

/** A frame of SQLite's log: a page and its header. Source: sqlite.org/fileformat2.html, section 4 */
const FRAME_BYTES = 4_096 + 24;
const RECORDS_TORN = 2;
const FLIPS = 1_000;
const HOUR_MS = 3_600_000;
const STORE = 'store.sqlite';
const LOG = 'store.sqlite-wal';

export const storeDamaged: Scenario = {
  id: 'F25',
  minutesMax: 30,
  fault: `the store is torn off at each byte of its last ${RECORDS_TORN} records, or has one wrong bit at ${FLIPS} places`,
  async run(ground) {
    const whole = await storeWithAPost(ground);
    const trial = new Trial(ground, whole);
    const wrong: string[] = [];
    for (let bytes = 1; bytes <= RECORDS_TORN * FRAME_BYTES; bytes++)
      wrong.push(...(await trial.torn(bytes)));
    ground.notes.push(`torn: ${trial.told()}`);
    for (let flip = 0; flip < FLIPS; flip++) wrong.push(...(await trial.flipped(flip)));
    ground.notes.push(`flipped: ${trial.told()}`);
    return wrong;
  },
};

interface Whole {
  readonly folder: string;
  readonly key: string;
  readonly store: Buffer;
  readonly log: Buffer;
}

/** A post that left and is settled, all of it still in the log. */
async function storeWithAPost(ground: Ground): Promise<Whole> {
  const folder = join(ground.home, 'whole');
  mkdirSync(folder);
  const store = await openStore({ file: join(folder, STORE) });
  ground.atEnd(() => store.close());
  const key = await planned(store, { channel: 'mail' });
  const receivers = { mail: fileSink(join(folder, 'posts')) };
  await ensureReply(key, portsOf({ store, receivers, policy: { stage: 'list' } }));
  return { folder, key, store: readFileSync(join(folder, STORE)), log: readFileSync(join(folder, LOG)) };
}

/** What became of a store that was opened: its rows, or why it can not be read. */
type Outcome = 'went on with one post' | 'was refused' | 'made another post';

/**
 * Each damage is done to a fresh copy. What the service makes of a copy hangs on what can be read in it and on nothing
 * else: so every content is tried once, however many damages lead to it.
 */
class Trial {
  readonly #folder: string;
  readonly #whole: Whole;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #counts = { 'the same': 0, other: 0, refused: 0 };
  readonly #unharmed: string;

  constructor(ground: Ground, whole: Whole) {
    this.#folder = join(ground.home, 'trial');
    this.#whole = whole;
    mkdirSync(this.#folder);
    this.#unharmed = this.#rowsOf(whole.store, whole.log);
  }

  /** How many went on with the same rows or with others, or were refused, since this was asked. */
  told(): string {
    const told = Object.entries(this.#counts).map(([what, count]) => `${count} ${what}`);
    for (const what of ['the same', 'other', 'refused'] as const) this.#counts[what] = 0;
    return told.join(', ');
  }

  /** What was torn off is forgotten, and the post is found where it went. */
  async torn(bytes: number): Promise<readonly string[]> {
    const { store, log } = this.#whole;
    const shorter = log.subarray(0, log.length - bytes);
    const outcome = await this.#outcomeOf(this.#pagesOf(store, shorter), store, shorter);
    return outcome === 'went on with one post' ? [] : [`torn by ${bytes} bytes it ${outcome}`];
  }

  /** Either it is noticed, or it changes nothing that matters: never is there another post. */
  async flipped(flip: number): Promise<readonly string[]> {
    const { store, log } = this.#whole;
    const all = Buffer.concat([store, log]);
    const at = Math.floor((all.length * (flip + 0.5)) / FLIPS);
    all.writeUInt8(all.readUInt8(at) ^ (1 << (flip % 8)), at);
    const [flippedStore, flippedLog] = [all.subarray(0, store.length), all.subarray(store.length)];
    const rows = this.#rowsOf(flippedStore, flippedLog);
    const outcome = await this.#outcomeOf(rows, flippedStore, flippedLog);
    return outcome === 'made another post' ? [`with bit ${flip % 8} of byte ${at} it ${outcome}`] : [];
  }

  async #outcomeOf(content: string, store: Buffer, log: Buffer): Promise<Outcome> {
    await nextTurn();
    const known = this.#outcomes.get(content);
    const outcome = known ?? (await this.#tried(store, log));
    this.#outcomes.set(content, outcome);
    const isSame = content === this.#unharmed;
    this.#counts[outcome === 'was refused' ? 'refused' : isSame ? 'the same' : 'other'] += 1;
    return outcome;
  }

  #lay(store: Buffer, log: Buffer): string {
    const file = join(this.#folder, STORE);
    rmSync(`${file}-shm`, { force: true });
    writeFileSync(file, store);
    writeFileSync(join(this.#folder, LOG), log);
    return file;
  }

  /** Every page as it is after the log was read, as one hash: what takes no time even 8,000 times. */
  #pagesOf(store: Buffer, log: Buffer): string {
    const database = new Sqlite(this.#lay(store, log));
    try {
      return createHash('sha256').update(database.serialize()).digest('hex');
    } finally {
      database.close();
    }
  }

  /** Every row that can be read, or the error that comes instead, as one hash. */
  #rowsOf(store: Buffer, log: Buffer): string {
    const hash = createHash('sha256');
    try {
      const database = new Sqlite(this.#lay(store, log));
      try {
        hash.update(String(database.pragma('quick_check(1)', { simple: true })));
        const objects = database.prepare('select name, type, sql from sqlite_master order by name').all();
        hash.update(JSON.stringify(objects));
        for (const name of tablesIn(objects))
          hash.update(JSON.stringify(database.prepare(`select * from "${name}"`).raw().all()));
      } finally {
        database.close();
      }
    } catch (error) {
      hash.update(String(error));
    }
    return hash.digest('hex');
  }

  /** What `serve` does with it: refuses what is damaged, and else goes on. */
  async #tried(store: Buffer, log: Buffer): Promise<Outcome> {
    const { folder, key } = this.#whole;
    const file = this.#lay(store, log);
    const posts = join(this.#folder, 'posts');
    copyFileSync(join(folder, 'posts'), posts);
    const opened = await openStore({ file }).catch(String);
    if (typeof opened === 'string') return 'was refused';
    const damage = await opened.findDamage().catch(String);
    const clock = () => Date.now() + HOUR_MS;
    const receivers = { mail: fileSink(posts) };
    const ports = portsOf({ store: opened, clock, receivers, policy: { stage: 'list' } });
    for (let times = 0; times < 3 && damage === null; times++) await ensureReply(key, ports).catch(() => {});
    await opened.close().catch(() => {});
    if (postsIn(posts).length !== 1) return 'made another post';
    return damage === null ? 'went on with one post' : 'was refused';
  }
}

function tablesIn(objects: readonly unknown[]): readonly string[] {
  return objects.flatMap((one) => {
    const isTable = typeof one === 'object' && one !== null && 'type' in one && one.type === 'table';
    return isTable && 'name' in one ? [String(one.name)] : [];
  });
}
