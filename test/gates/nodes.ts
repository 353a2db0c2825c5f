import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withSqliteFor } from './sqlite-for.ts';

/** Node 20 is what we build on; these are the versions people will run. */
const VERSIONS = ['22', '24'];
/** Where the tests of the embedded store run; elsewhere they skip. */
const WITH_SQLITE: ReadonlySet<string> = new Set(['22']);
const root = process.cwd();

/** The binary of one Node version: npm's `node` package brings it, into a cache that `npm ci` clears. */
function nodeBinary(version: string): string {
  const home = homeOf(version);
  const binary = join(home, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(home, { recursive: true });
  // The package fetches the binary for this machine in a script of its own, which npm must be told to run.
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  const install = ['install', '--no-save', '--no-audit', '--no-fund', `node@${version}`];
  spawnSync('npm', install, { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(binary)) throw new Error(`npm did not bring node@${version}`);
  return binary;
}

function homeOf(version: string): string {
  return resolve(root, 'node_modules', '.cache', `node-${version}`);
}

/** Runs the tests under that Node, all of them or those named on the command line. */
function runTests(version: string): boolean {
  const binary = nodeBinary(version);
  const home = homeOf(version);
  return WITH_SQLITE.has(version)
    ? withSqliteFor({ binary, home }, root, () => runVitest(binary))
    : runVitest(binary);
}

/** Programs that the tests start find the same Node first on their PATH. */
function runVitest(binary: string): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, PATH: `${join(binary, '..')}:${process.env['PATH'] ?? ''}` };
  return (
    spawnSync(binary, [vitest, 'run', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' })
      .status === 0
  );
}

const results = VERSIONS.map((version) => ({ version, passed: runTests(version) }));
for (const { version, passed } of results) console.log(`node ${version}: ${passed ? 'passed' : 'FAILED'}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
