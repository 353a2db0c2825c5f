import { connect, type Socket } from 'node:net';
import { sleep } from './wait.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 120);

export interface SlowClients {
  /** Status lines that they were given. */
  readonly answers: readonly string[];
  stop(): void;
}

/** So many clients that promise more than they send, one byte in so many seconds; one that is cut off comes again. */
export function slowClients(port: number, count: number, begins: string, seconds: number): SlowClients {
  const answers: string[] = [];
  const open = new Set<Socket>();
  let isOver = false;
  const begin = (): void => {
    if (isOver) return;
    const client = connect(port, '127.0.0.1');
    open.add(client);
    client.on('error', () => {});
    client.on('data', (said: Buffer) => answers.push(said.toString('latin1').split('\r\n')[0] ?? ''));
    client.write(begins);
    const timer = setInterval(() => client.write('x'), seconds * 1_000);
    client.once('close', () => {
      clearInterval(timer);
      open.delete(client);
      setTimeout(begin, seconds * 1_000).unref();
    });
  };
  for (let at = 0; at < count; at++) begin();
  return {
    answers,
    stop() {
      isOver = true;
      for (const client of open) client.destroy();
    },
  };
}

/** A request with more of a body than anybody should take; gives the status, 0 where there was none. */
export async function tooLarge(port: number, path: string, megabytes: number): Promise<number> {
  const client = connect(port, '127.0.0.1');
  let said = '';
  let isOpen = true;
  client.on('error', () => {});
  client.on('data', (piece: Buffer) => {
    said += piece.toString('latin1');
  });
  client.once('close', () => {
    isOpen = false;
  });
  const length = megabytes * MEGABYTE.length;
  client.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < megabytes && isOpen; sent++) {
    client.write(MEGABYTE);
    await sleep(5);
  }
  await sleep(500);
  client.destroy();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1] ?? 0);
}

/** So many requests a second, whether they are answered or not. Gives how often each status came. */
export async function flood(
  ask: () => Promise<number>,
  perSecond: number,
  seconds: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const asked: Promise<void>[] = [];
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1_000) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond) - asked.length;
    for (let more = 0; more < due; more++)
      asked.push(
        ask().then((status) => {
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }),
      );
    await sleep(10);
  }
  await Promise.all(asked);
  return counts;
}
