import { open, statfs } from 'node:fs/promises';
import type { Hono } from 'hono';
import type { WebPorts } from './web-ports.ts';

const ANSWER_MS = 1_000;
const MEGABYTE = 1024 * 1024;
/** A source that was found damaged is asked again within this time, unless nobody follows it any more. */
const DAMAGE_MS = 3_600_000;
/** Before that a clock was never set. */
const CLOCK_MS_LEAST = Date.UTC(2024, 0, 1);

/** What must be well before work is sent here; each throws or tells what is wrong. */
const CHECKS: Readonly<Record<string, (ports: WebPorts) => Promise<string | null>>> = {
  store: async ({ store }) => {
    await store.probe();
    return null;
  },
  queue: async ({ queue }) => {
    await queue.counts();
    await queue.probe();
    return null;
  },
  // A log with room left in itself takes rows while the disk is full already.
  disk: async ({ directory, settings }) => {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize < settings.diskMegabytesMin * MEGABYTE ? 'it is full' : null;
  },
  descriptors: async () => {
    await (await open('/dev/null')).close();
    return null;
  },
  sources: async ({ store, clock }) => {
    const damage = await store.listDamage(clock() - DAMAGE_MS);
    return damage.length > 0 ? 'a copy is damaged' : null;
  },
  clock: async ({ clock }) => (clock() < CLOCK_MS_LEAST ? 'it was never set' : null),
  posting: async ({ killSwitch }) => (killSwitch.isOn() ? 'it is stopped' : null),
};

/** `/livez`: this process answers. `/readyz`: what it stands on does too. */
export function addHealth(app: Hono, ports: WebPorts): void {
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) => {
    const looked = await Promise.all(
      Object.entries(CHECKS).map(async ([name, check]) => [name, await within(check(ports))] as const),
    );
    const isReady = looked.every(([, because]) => because === null);
    const lines = looked.map(([name, because]) => `${because === null ? 'ok' : 'fails'} ${name}\n`);
    return context.text(lines.join(''), isReady ? 200 : 503);
  });
}

/** The word of a check that is not well says no more than which it is: addresses and paths are not for everybody. */
async function within(check: Promise<string | null>): Promise<string | null> {
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, ANSWER_MS, 'it does not answer').unref();
  });
  return Promise.race([check, late]).catch(() => 'it fails');
}
