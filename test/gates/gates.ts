import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { strayFolders } from './folders.ts';
import { layerViolations } from './layers.ts';

/** One question about the tree. `run` prints what is wrong and says whether the tree passed. */
export interface Gate {
  readonly name: string;
  readonly run: (root: string) => Promise<boolean>;
}

type Check = (root: string) => Promise<boolean>;

/** A tool of node_modules, run in the tree it looks at; it prints for itself. */
const tool =
  (name: string, ...args: string[]): Check =>
  async (root) => {
    const ran = spawnSync(join(root, 'node_modules', '.bin', name), args, { cwd: root, stdio: 'inherit' });
    if (ran.error) console.error(`${name}: ${ran.error.message}`);
    return ran.status === 0;
  };

/** A check of ours: the lines it gives are what is wrong. */
const none =
  (find: (root: string) => string[] | Promise<string[]>): Check =>
  async (root) => {
    const found = await find(root);
    for (const line of found) console.error(line);
    return found.length === 0;
  };

/** Passes when every check does; all of them run, so that one look shows everything. */
function gate(name: string, ...checks: Check[]): Gate {
  const run = async (root: string) => {
    const passed: boolean[] = [];
    for (const check of checks) passed.push(await check(root));
    return passed.every(Boolean);
  };
  return { name, run };
}

/** The whole gate, cheapest first; the tests stay last, because their summary is the last line of a run. */
export const GATES: readonly Gate[] = [
  gate('format', tool('biome', 'format', '.')),
  gate('lint', tool('biome', 'lint', '--error-on-warnings', '.'), tool('eslint', '--max-warnings', '0', '.')),
  gate('names', tool('ls-lint'), none(strayFolders)),
  gate('layers', none(layerViolations)),
  gate('types', tool('tsc', '--noEmit', '-p', 'tsconfig.json')),
  gate('dead-code', tool('knip', '--no-progress')),
  gate('tests', tool('vitest', 'run')),
];
