import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../fault.ts';

/** A Redis that belongs to one data directory. */
export interface PrivateRedis {
  readonly socket: string;
  /** Settles when it is gone, however that came about. */
  readonly gone: Promise<unknown>;
  /** Ends it if it was started here; what it holds is on disk. */
  stop(): Promise<void>;
}

const SOCKET_BYTES_MAX = 107;
const READY_MS = 30_000;
const ASK_MS = 50;
/** One that does not stay up is not begun in a busy loop. */
const AGAIN_MS = 500;

/**
 * The shell outlives nobody: its watcher reads a pipe that only we hold, so that a kill -9 of this process ends Redis as
 * well. `read` is a builtin; a `cat` in its place would stay behind when Redis ends first.
 */
const WRAPPER = `
exec 3<&0
"$@" </dev/null &
server=$!
( while read -r _ <&3; do :; done; kill -TERM "$server" 2>/dev/null ) &
watcher=$!
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit $status
`;

/**
 * Starts Debian's redis-server on a unix socket in the directory, with an append-only file, or joins the one that runs
 * there already.
 * @throws Fault when the program is not installed or does not come up
 */
export async function startPrivateRedis(directory: string): Promise<PrivateRedis> {
  const socket = privateSocket(directory);
  const folder = dirname(socket);
  if (Buffer.byteLength(socket) > SOCKET_BYTES_MAX)
    throw new Fault(
      `${socket}: longer than the path of a unix socket may be; choose a shorter data directory`,
      'never',
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (await answers(socket)) return { socket, gone: untilClosed(socket), stop: async () => {} };
  rmSync(socket, { force: true });
  const child = spawn(
    '/bin/sh',
    ['-c', WRAPPER, 'giveback-redis', 'redis-server', ...optionsFor(folder, socket)],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    },
  );
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await untilReady(child, socket);
  return { socket, gone, stop: () => stop(child, gone) };
}

/**
 * The same, started again whenever it is gone: killed, or one that was joined and went with its owner. A service that is
 * begun right after a kill finds the Redis of the one before, which has not yet heard that it is alone.
 */
export async function keepPrivateRedis(directory: string): Promise<Omit<PrivateRedis, 'gone'>> {
  let isStopping = false;
  let redis = await startPrivateRedis(directory);
  const keep = async () => {
    for (;;) {
      await redis.gone;
      if (isStopping) return;
      await sleep(AGAIN_MS);
      if (isStopping) return;
      redis = await startPrivateRedis(directory).catch(() => redis);
      // Asked to end while it came up: nobody else will stop it, and it would keep this process alive.
      if (isStopping) return redis.stop();
    }
  };
  void keep();
  return {
    socket: redis.socket,
    stop() {
      isStopping = true;
      return redis.stop();
    },
  };
}

/** A Redis of somebody else is gone when it lets go of a connection that asks for nothing. */
function untilClosed(socket: string): Promise<unknown> {
  return new Promise((resolve) => {
    const held = connect(socket);
    held.on('error', () => {});
    held.once('close', resolve);
    held.unref();
  });
}

/** Where the Redis of a data directory listens, whether it runs or not. */
export function privateSocket(directory: string): string {
  return resolve(directory, 'redis', 'redis.sock');
}

function optionsFor(folder: string, socket: string): readonly string[] {
  return [
    ...['--port', '0', '--unixsocket', socket, '--unixsocketperm', '600', '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    ...['--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
  ];
}

async function untilReady(child: ChildProcess, socket: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-1_000);
  });
  for (let waitedMs = 0; waitedMs < READY_MS; waitedMs += ASK_MS) {
    if (child.exitCode === 127)
      throw new Fault(
        'redis-server is not installed: apt-get install redis-server, or set REDIS_URL',
        'never',
      );
    if (child.exitCode !== null)
      throw new Fault(`redis-server ended with ${child.exitCode}: ${said.trim()}`, 'later');
    if (await answers(socket)) return;
    await sleep(ASK_MS);
  }
  child.stdin?.end();
  throw new Fault('redis-server did not come up', 'later');
}

/** Whether a Redis behind the socket is done with loading and takes commands. */
async function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = connect(socket);
    const done = (isReady: boolean) => {
      asked.destroy();
      resolve(isReady);
    };
    asked.setTimeout(1_000, () => done(false));
    asked.on('error', () => done(false));
    asked.on('connect', () => asked.write('PING\r\n'));
    asked.on('data', (answer) => done(answer.toString().startsWith('+PONG')));
  });
}

async function stop(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  await gone;
}
