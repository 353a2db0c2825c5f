import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { builtScript } from './built.ts';
import type { Ground } from './ground.ts';
import { fileThread, postNamed, receiversAt, settleAndReply } from './one-reply.ts';

const HOUR_MS = 3_600_000;
const SCRIPT = builtScript('crashing-reply');

export interface StruckReply {
  readonly store: Store;
  readonly name: string;
  readonly child: ChildProcess;
  /** What it said, and what ended it. */
  readonly over: Promise<{ readonly said: string; readonly signal: string | null }>;
}

/** A process that takes one thread to its post and is struck at a point: killed, or stopped. */
export async function startStruck(
  ground: Ground,
  name: string,
  point: number | string,
  { signal = 'SIGKILL', before = [] as readonly string[] } = {},
): Promise<StruckReply> {
  const file = join(ground.home, `${name}.sqlite`);
  const store = await openStore({ file });
  await fileThread(store, name);
  const args = [SCRIPT, file, name, ground.smtp.url, ground.github.url, String(point), signal];
  const [program = '', ...rest] = [...before, process.execPath, ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const over = new Promise<{ said: string; signal: string | null }>((resolve) =>
    child.once('close', (_, ended) => resolve({ said, signal: ended })),
  );
  return { store, name, child, over };
}

/** What is due an hour later is done; what the mail server took has come back by the list. Gives what is wrong then. */
export async function recoverStruck(
  ground: Ground,
  { store, name }: StruckReply,
): Promise<readonly string[]> {
  const isSeen = async (id: string) => ground.smtp.taken.some(({ key }) => id.startsWith(`${key}@`));
  const receivers = receiversAt(ground.smtp.url, ground.github.url, isSeen);
  const post = postNamed(name, name.startsWith('mail') ? 'mail' : 'comment');
  const later = () => Date.now() + HOUR_MS;
  // What fails is tried again, as the queue does.
  for (let times = 0; times < 4; times++) await settleAndReply(store, receivers, post, later).catch(() => {});
  const row = await store.findPost(name);
  const state = row?.state;
  const count = ground.taken.filter(({ key }) => key === name).length;
  await store.close();
  // A mail that may have left and was never seen is a person's to judge: a second one would be worse.
  const isAsked = post.channel === 'mail' && state === 'held' && count === 0 && row?.because !== null;
  return isAsked || (state === 'settled' && count === 1)
    ? []
    : [`${name}: ${count} posts, and the row is ${state}`];
}
