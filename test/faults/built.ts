import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-facts.ts';

/** The service as it ships, built for these scenarios alone. */
const FOLDER = join(packageRoot(), 'node_modules/.cache/giveback-faults');

export const WORKER = join(FOLDER, 'workers/main.js');
export const PAGES = join(FOLDER, 'workers/web.js');
export const CHILD = join(FOLDER, 'workers/evaluation-child.js');
export const CLI = join(FOLDER, 'src/cli.js');

/** Compiles what is there now; what did not change since is not compiled again. */
export function build(): void {
  const info = join(FOLDER, 'build.tsbuildinfo');
  const options = ['--outDir', FOLDER, '--incremental', '--tsBuildInfoFile', info, '--declaration', 'false'];
  // Its own copy of what it reads: an edit meanwhile must not change what is tested.
  for (const part of ['package.json', 'config'])
    cpSync(join(packageRoot(), part), join(FOLDER, part), { recursive: true });
  // What the compiler complains of is for the gate of types; it emits all the same.
  spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json', ...options], {
    cwd: packageRoot(),
    stdio: 'inherit',
  });
}
