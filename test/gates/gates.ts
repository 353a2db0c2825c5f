import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { strayFolders } from './folders.ts';
import { layerViolations } from './layers.ts';

/** Whether a tree passed, and what was said about it. */
export interface Finding {
  readonly passed: boolean;
  readonly said: string;
}

/** One question about the tree. */
export interface Gate {
  readonly name: string;
  /** It says what it has to say itself, as it goes along, and wants the machine for itself. */
  readonly isAlone: boolean;
  readonly run: (root: string) => Promise<Finding>;
}

type Check = Gate['run'];

/** Says so itself when there is no such tool. */
function started(root: string, name: string, args: readonly string[], stdio: 'inherit' | 'pipe') {
  const child = spawn(join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (status) => resolve(status === 0));
  });
  return { child, ended };
}

/** A tool of node_modules, run in the tree it looks at. */
const tool =
  (name: string, ...args: string[]): Check =>
  async (root) => {
    const { child, ended } = started(root, name, args, 'pipe');
    const said = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
    const [out = '', wrong = ''] = await Promise.all(said);
    return { passed: await ended, said: `${out}${wrong}` };
  };

/** The same, for one that speaks for itself. */
const speaker =
  (name: string, ...args: string[]): Check =>
  async (root) => ({ passed: await started(root, name, args, 'inherit').ended, said: '' });

/** A check of ours: the lines it gives are what is wrong. */
const none =
  (find: (root: string) => string[] | Promise<string[]>): Check =>
  async (root) => {
    const found = await find(root);
    return { passed: found.length === 0, said: found.map((line) => `${line}\n`).join('') };
  };

/** Passes when every check does; all of them run, so that one look shows everything. */
function gate(name: string, ...checks: Check[]): Gate {
  const run = async (root: string): Promise<Finding> => {
    const findings: Finding[] = [];
    for (const check of checks) findings.push(await check(root));
    return {
      passed: findings.every(({ passed }) => passed),
      said: findings.map(({ said }) => said).join(''),
    };
  };
  return { name, isAlone: false, run };
}

/** The whole gate, cheapest first; the tests stay last, because their summary is the last line of a run. */
export const GATES: readonly Gate[] = [
  gate('format', tool('biome', 'format', '.')),
  gate('lint', tool('biome', 'lint', '--error-on-warnings', '.'), tool('eslint', '--max-warnings', '0', '.')),
  gate('names', tool('ls-lint'), none(strayFolders)),
  gate('layers', none(layerViolations)),
  gate('types', tool('tsc', '--noEmit', '-p', 'tsconfig.json')),
  gate('dead-code', tool('knip', '--no-progress')),
  { ...gate('tests', speaker('vitest', 'run')), isAlone: true },
];
