import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CLI } from '../support/built.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Evaluated, or nothing to evaluate: both are full runs. */
const RESULTS: readonly (number | null)[] = [0, 3];

/** Says at the end of a process how much of it was resident at most, in KiB. */
const TELLING = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('\\n' + process.resourceUsage().maxRSS))",
)}`;

/** Runs node and waits; a run that fails is no measurement, so it throws. @returns what it said on stderr */
function node(...args: string[]): string {
  const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (!RESULTS.includes(ran.status))
    throw new Error(`node ${args.join(' ')} gave ${ran.status}: ${ran.stderr}`);
  return ran.stderr;
}

/** The command line as users run it: built, in a process of its own. */
export function giveback(...args: string[]): void {
  if (!existsSync(CLI)) throw new Error('there is no dist: npm run build first');
  node(CLI, ...args);
}

/** The same. @returns what the process had resident at most, in MB */
export function megabytesOf(...args: string[]): number {
  const kibibytes = Number(
    node('--import', TELLING, CLI, ...args)
      .split('\n')
      .at(-1),
  );
  return (kibibytes * 1024) / 1e6;
}

/** What no Node program can be faster than. */
export const BARE_NODE = { name: 'node -e 0', run: () => void node('-e', '0') };
