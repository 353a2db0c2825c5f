import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');
const DIST = join(root, 'dist');
/** It lies in `dist`, so that whoever removes the one removes the other. */
const MEMORY = join(DIST, '.tsbuildinfo');

/** The command line as it is shipped: `node CLI ARGS`. */
export const CLI: string = join(DIST, 'src', 'cli.js');

/** The worker as it is shipped. */
export const WORKER: string = join(DIST, 'workers', 'main.js');

/** The process that an evaluation runs in, as it is shipped. */
export const CHILD: string = join(DIST, 'workers', 'evaluation-child.js');

/** A program of the tests, that a test starts as a process of its own: `tsconfig.programs.json` names them. */
export const programOf = (script: string): string => join(DIST, script.replace(/\.ts$/, '.js'));

/** What a program of the tests may be made of, beside the sources. */
const PROGRAMS = ['tsconfig.programs.json', 'test/adapters/queue', 'test/workers'];

/** Before the first test: `dist` is what the sources say. Types are the business of a gate. */
export function setup(): void {
  if (!existsSync(join(root, 'tsconfig.programs.json')) || isCurrent()) return;
  const incremental = ['--noCheck', '--incremental', '--tsBuildInfoFile', MEMORY];
  const { status, stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'tsc'),
    ['-p', 'tsconfig.programs.json', ...incremental],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the sources do not build: ${stdout}`);
}

function isCurrent(): boolean {
  if (!existsSync(MEMORY)) return false;
  const builtAt = statSync(MEMORY).mtimeMs;
  return ['src', 'workers', 'package.json', 'tsconfig.json', 'tsconfig.build.json', ...PROGRAMS].every(
    (name) => changedAt(join(root, name)).every((time) => time < builtAt),
  );
}

/** When a file, or each file of a folder, was last written, in ms. */
function changedAt(path: string): number[] {
  if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(path, name)).mtimeMs,
  );
}
