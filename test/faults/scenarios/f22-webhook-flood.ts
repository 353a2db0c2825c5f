import { createHmac } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

const SECRET = 'agreed with the forge';
const SLOW_CLIENTS = 300;
const FORGED = 50;
const ANSWER_MS_MAX = 3_000;
const MEGABYTE = Buffer.alloc(1024 * 1024, 120);

export const webhookFlood: Scenario = {
  id: 'F22',
  fault: `${SLOW_CLIENTS} slow clients, a body of 200 MB and forged deliveries at the webhook`,
  async run(ground) {
    await ground.prepare();
    const port = await freePort();
    const env = { GIVEBACK_WEBHOOK_SECRET: SECRET, GIVEBACK_WEBHOOK_PORT: String(port) };
    const worker = ground.start('w0', ['reply'], { env });
    await waitFor('the webhook', 60, async () => (await deliver(port, SECRET)) === 202);
    const slow = Array.from({ length: SLOW_CLIENTS }, () => slowClient(port));
    ground.atEnd(() => {
      for (const one of slow) one.destroy();
    });
    await tooLarge(port);
    const forged = await Promise.all(Array.from({ length: FORGED }, () => deliver(port, 'guessed')));
    const started = performance.now();
    const status = await deliver(port, SECRET);
    const ms = performance.now() - started;
    const { rssMegabytesMax } = worker.life();
    return [
      ...(status === 202 && ms < ANSWER_MS_MAX
        ? []
        : [`a true delivery got ${status} after ${ms.toFixed(0)} ms`]),
      ...(forged.every((one) => one === 401) ? [] : [`forged deliveries got ${[...new Set(forged)]}`]),
      ...(rssMegabytesMax < 512 ? [] : [`the worker took ${rssMegabytesMax} MB`]),
    ];
  },
};

async function deliver(port: number, secret: string): Promise<number> {
  const body = '{}';
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature, 'x-github-event': 'ping' };
  const sent = fetch(`http://127.0.0.1:${port}/github`, { method: 'POST', body, headers });
  return sent.then(
    ({ status }) => status,
    () => 0,
  );
}

/** One byte a second of a request that promises more. */
function slowClient(port: number): Socket {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  client.write('POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => client.write('x'), 1_000);
  client.once('close', () => clearInterval(timer));
  return client;
}

async function tooLarge(port: number): Promise<void> {
  const client = connect(port, '127.0.0.1');
  let isOpen = true;
  client.on('error', () => {});
  client.once('close', () => {
    isOpen = false;
  });
  client.write(`POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: ${200 * MEGABYTE.length}\r\n\r\n`);
  for (let sent = 0; sent < 200 && isOpen; sent++) {
    client.write(MEGABYTE);
    await sleep(5);
  }
  client.destroy();
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
