import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { builtScript } from '../built.ts';
import { flood, slowClients, tooLarge } from '../flood.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

const SECRET = 'agreed with the forge';
const SLOW_CLIENTS = 1_000;
const SLOW_SECONDS = 10;
/** Few enough that all of them keep their connection, and are told that they were too slow. */
const SLOW_FEW = 50;
const HEADERS_SECONDS = 20;
const MEGABYTES = 200;
const REQUESTS_PER_SECOND = 500;
const FLOOD_SECONDS = 5;
const FORGED_PER_SECOND = 50;
const LIVE_MS_MAX = 50;
const WEBHOOK_SECONDS = 240;
const RSS_MEGABYTES_MAX = 512;

export const webFlood: Scenario = {
  id: 'F22',
  fault: `${SLOW_CLIENTS} slow clients, ${MEGABYTES} MB, ${REQUESTS_PER_SECOND} requests a second`,
  async run(ground) {
    await ground.prepare();
    const pages = await ground.startPages();
    const { port } = new URL(/"url":"(http:[^"]+)"/.exec(pages.process.log)?.[1] ?? '');
    const wrong = await pagesFlooded(ground, Number(port));
    return [...wrong, ...(await webhookFlooded(ground)), ...tooMuchMemory(ground)];
  },
};

async function pagesFlooded(ground: Ground, port: number): Promise<readonly string[]> {
  const few = slowClients(port, SLOW_FEW, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', SLOW_SECONDS);
  await sleep(HEADERS_SECONDS * 1_000);
  few.stop();
  const prober = startProber(port);
  const [begunMs, waitedMs] = [performance.now(), ground.pages.process.waitedMs];
  const slow = slowClients(port, SLOW_CLIENTS, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', SLOW_SECONDS);
  await sleep(SLOW_SECONDS * 1_000);
  const large = await tooLarge(port, '/posting/stop', MEGABYTES);
  const statuses = await flood(() => statusOf(port, '/'), REQUESTS_PER_SECOND, FLOOD_SECONDS);
  slow.stop();
  const waited = (ground.pages.process.waitedMs - waitedMs) / (performance.now() - begunMs);
  ground.notes.push(`others had the processor for ${(100 * waited).toFixed(0)} % of the time`);
  const said = [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ');
  ground.notes.push(`a flood of pages got ${said}`);
  return [
    ...liveInTime(ground, await prober.times()),
    ...(few.answers.some((line) => line.includes(' 408 ')) ? [] : ['nobody was told 408']),
    ...(large === 413 ? [] : [`${MEGABYTES} MB got ${large}`]),
    ...(statuses.has(429) && statuses.has(200) ? [] : [`the flood got ${said}`]),
  ];
}

interface Times {
  readonly live: readonly number[];
  readonly idle: readonly number[];
  readonly failed: number;
}

function startProber(port: number): { times(): Promise<Times> } {
  const child = spawn(process.execPath, [builtScript('prober'), `http://127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const over = new Promise((resolve) => child.once('close', resolve));
  return {
    async times() {
      child.kill('SIGTERM');
      await over;
      return JSON.parse(said) as Times;
    },
  };
}

/** Where an idle server takes as long, the machine is busy with other things, and no time says anything of ours. */
function liveInTime(ground: Ground, { live, idle, failed }: Times): readonly string[] {
  const [ours, machine] = [percentile(live, 0.99), percentile(idle, 0.99)];
  const told = `livez p99 ${ours.toFixed(0)} ms of ${live.length}, an idle server ${machine.toFixed(0)} ms`;
  const isJudged = machine < LIVE_MS_MAX;
  if (isJudged) ground.notes.push(told);
  else ground.unjudged.push(`the p99 of livez, because the machine is busy: ${told}`);
  return [
    ...(failed === 0 ? [] : [`livez was not answered ${failed} times`]),
    ...(isJudged && ours >= LIVE_MS_MAX ? [told] : []),
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}

/** Forged deliveries, slow ones and large ones at the webhook; a true one among them is taken. */
async function webhookFlooded(ground: Ground): Promise<readonly string[]> {
  const port = await freePort();
  const env = { GIVEBACK_WEBHOOK_SECRET: SECRET, GIVEBACK_WEBHOOK_PORT: String(port) };
  ground.start('w0', ['reply'], { env });
  await waitFor('the webhook', WEBHOOK_SECONDS, async () => (await deliver(port, SECRET)) === 202);
  const begins = 'POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n';
  const slow = slowClients(port, SLOW_CLIENTS, begins, 1);
  ground.atEnd(() => slow.stop());
  const large = await tooLarge(port, '/github', MEGABYTES);
  const forged = await flood(() => deliver(port, 'guessed'), FORGED_PER_SECOND, 2);
  const taken = await deliver(port, SECRET);
  slow.stop();
  return [
    ...(taken === 202 ? [] : [`a true delivery got ${taken}`]),
    ...(large === 413 ? [] : [`a delivery of ${MEGABYTES} MB got ${large}`]),
    ...([...forged.keys()].every((status) => status === 401) ? [] : [`forged: ${[...forged.keys()]}`]),
  ];
}

function tooMuchMemory({ processes, notes }: Ground): readonly string[] {
  const lives = processes.map((one) => one.life());
  notes.push(lives.map(({ name, rssMegabytesMax }) => `${name} ${rssMegabytesMax} MB`).join(', '));
  return lives
    .filter(({ rssMegabytesMax }) => rssMegabytesMax >= RSS_MEGABYTES_MAX)
    .map(({ name, rssMegabytesMax }) => `${name} took ${rssMegabytesMax} MB`);
}

function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', () => resolve(0));
  });
}

function deliver(port: number, secret: string): Promise<number> {
  const body = '{}';
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature, 'x-github-event': 'ping' };
  const sent = fetch(`http://127.0.0.1:${port}/github`, { method: 'POST', body, headers });
  return sent.then(
    ({ status }) => status,
    () => 0,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
