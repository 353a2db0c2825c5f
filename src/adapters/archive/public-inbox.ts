import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Fault } from '../../fault.ts';

/** One message of a public-inbox epoch: the commit that brought it, and its raw bytes. */
export interface InboxMessage {
  readonly commit: string;
  readonly bytes: Uint8Array;
}

export interface InboxRange {
  /** Only what came after that day, as git reads dates; everything when null. */
  readonly since: string | null;
  /** A larger message is passed over. */
  readonly messageBytesMax: number;
}

/** git neither reads the user's configuration, nor runs a hook, nor reaches for the network. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_REPLACE_OBJECTS: '1',
};

const LINE_FEED = 10;
/** Commits asked for ahead of what is read: enough to keep git busy, little enough to hold. */
const ASKED_AHEAD = 64;

/**
 * The messages of one epoch of a public-inbox (v2 format), the oldest first: each commit holds one as the blob `m`; one
 * that was deleted or purged has none and is passed over. Read through git plumbing, a message at a time.
 * Source: public-inbox v2-format(5).
 * @throws Fault when git can not read the folder
 */
export async function* readPublicInbox(gitDir: string, range: InboxRange): AsyncGenerator<InboxMessage> {
  const since = range.since === null ? [] : [`--since=${range.since}`];
  const list = start(gitDir, ['rev-list', '--reverse', '--all', ...since]);
  const blobs = start(gitDir, ['cat-file', '--batch']);
  const source = new ByteReader(blobs.stdout);
  try {
    let asked: string[] = [];
    for await (const commit of linesOf(list.stdout)) {
      asked.push(commit);
      if (asked.length < ASKED_AHEAD) continue;
      yield* readBlobs(asked, { stdin: blobs.stdin, source, range });
      asked = [];
    }
    await ended(list, gitDir);
    yield* readBlobs(asked, { stdin: blobs.stdin, source, range });
  } finally {
    list.kill();
    blobs.stdin.end();
    blobs.kill();
  }
}

interface Asking {
  readonly stdin: Writable;
  readonly source: ByteReader;
  readonly range: InboxRange;
}

async function* readBlobs(
  commits: readonly string[],
  { stdin, source, range }: Asking,
): AsyncGenerator<InboxMessage> {
  stdin.write(commits.map((commit) => `${commit}:m\n`).join(''));
  for (const commit of commits) {
    const [, kind, size] = (await source.line()).split(' ');
    if (kind !== 'blob') continue;
    const bytes = await source.take(Number(size) + 1);
    if (Number(size) <= range.messageBytesMax) yield { commit, bytes: bytes.subarray(0, -1) };
  }
}

function start(gitDir: string, command: readonly string[]) {
  const settings = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  const env = { ...ENVIRONMENT, GIT_DIR: gitDir };
  return spawn('git', [...settings, ...command], { env, stdio: ['pipe', 'pipe', 'ignore'] });
}

async function ended(child: ReturnType<typeof start>, gitDir: string): Promise<void> {
  if (child.exitCode === null) await once(child, 'close');
  if (child.exitCode !== 0) throw new Fault(`${gitDir} is no git repository that git can read`, 'never');
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of stream) {
    const lines = (held + String(chunk)).split('\n');
    held = lines.pop() ?? '';
    yield* lines;
  }
}

/** Takes lines and counted bytes off a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<unknown>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    let end = this.#held.indexOf(LINE_FEED);
    while (end < 0) {
      await this.#more();
      end = this.#held.indexOf(LINE_FEED);
    }
    const line = this.#held.toString('latin1', 0, end);
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let left = count;
    while (left > this.#held.length) {
      parts.push(this.#held);
      left -= this.#held.length;
      this.#held = Buffer.alloc(0);
      await this.#more();
    }
    parts.push(this.#held.subarray(0, left));
    this.#held = this.#held.subarray(left);
    return Buffer.concat(parts);
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true || !Buffer.isBuffer(next.value))
      throw new Fault('git ended in the middle of a message', 'later');
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }
}
