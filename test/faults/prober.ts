import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

// Asks the pages whether they live, and after each time a server of its own that does nothing else: what the machine
// takes for itself shows in the second. Until it is asked for the times, which it tells as JSON.
const [url = ''] = process.argv.slice(2);
const PAUSE_MS = 20;
const times = { live: [] as number[], idle: [] as number[], failed: 0 };

const idle = createServer((_, answer) => answer.end('ok\n')).listen(0, '127.0.0.1', () => {
  const { port } = idle.address() as AddressInfo;
  void go(`http://127.0.0.1:${port}/`);
});

/** A connection of its own each time: that is what a slow client must not take away. */
function msFor(address: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const asked = get(address, { agent: new Agent({ keepAlive: false }) }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200 ? performance.now() - begun : Number.NaN));
    });
    asked.once('error', () => resolve(Number.NaN));
  });
}

async function go(idleUrl: string): Promise<void> {
  for (;;) {
    const ms = await msFor(`${url}/livez`);
    if (Number.isNaN(ms)) times.failed += 1;
    else times.live.push(ms);
    times.idle.push(await msFor(idleUrl));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(times), () => process.exit(0));
});
