import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CLI } from '../support/built.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Evaluated, or nothing to evaluate: both are full runs. */
const RESULTS: readonly (number | null)[] = [0, 3];

/** Runs node and waits; a run that fails is no measurement, so it throws. */
function node(...args: string[]): void {
  const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (!RESULTS.includes(ran.status))
    throw new Error(`node ${args.join(' ')} gave ${ran.status}: ${ran.stderr}`);
}

/** The command line as users run it: built, in a process of its own. */
export function giveback(...args: string[]): void {
  if (!existsSync(CLI)) throw new Error('there is no dist: npm run build first');
  node(CLI, ...args);
}

/** What no Node program can be faster than. */
export const BARE_NODE = { name: 'node -e 0', run: () => node('-e', '0') };
