import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shared, sharedExists } from '../support/shared.ts';
import { BARE_NODE, giveback } from './built-cli.ts';
import type { Bench } from './compare.ts';

const threads = resolve(dirname(fileURLToPath(import.meta.url)), '..', 'threads');

/** The bundled threads, and the five documents giveback was first asked to read, where they are at hand. */
function inputs(): { name: string; path: string }[] {
  const bundled = existsSync(threads) ? readdirSync(threads) : [];
  const seeds = sharedExists ? readdirSync(shared('seeds')).filter((name) => name.endsWith('.txt')) : [];
  return [
    ...bundled.sort().map((name) => ({ name, path: join(threads, name, 'thread.mbox') })),
    ...seeds.sort().map((name) => ({ name: `seed ${name.slice(0, 3)}`, path: shared(`seeds/${name}`) })),
  ].filter(({ path }) => existsSync(path));
}

export const benches: readonly Bench[] = inputs().map(({ name, path }) => ({
  name: `evaluate ${name}`,
  run: () => giveback('evaluate', path),
  peer: BARE_NODE,
  targetRatio: null,
}));
