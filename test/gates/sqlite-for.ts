import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COMPILED = join('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

export interface OtherNode {
  /** The binary, with its headers in the package around it. */
  readonly binary: string;
  /** A folder of its own in the cache. */
  readonly home: string;
}

/**
 * Runs something with better-sqlite3 as compiled for another Node: its compiled part fits one version only. The part
 * for the Node that runs this is put back whatever happens. Where the optional package is not installed nothing is done.
 */
export function withSqliteFor<T>({ binary, home }: OtherNode, root: string, run: () => T): T {
  const ours = join(root, COMPILED);
  if (!existsSync(ours)) return run();
  const theirs = join(home, 'better_sqlite3.node');
  const kept = join(home, 'kept.node');
  copyFileSync(ours, kept);
  try {
    if (!existsSync(theirs)) compile(binary, root);
    else copyFileSync(theirs, ours);
    mkdirSync(home, { recursive: true });
    copyFileSync(ours, theirs);
    return run();
  } finally {
    copyFileSync(kept, ours);
  }
}

/** npm's `node` package brings the headers beside the binary, so nothing has to be fetched to compile. */
function compile(binary: string, root: string): void {
  const headers = join(dirname(binary), '..', 'node_modules', `node-${process.platform}-${process.arch}`);
  const env = {
    ...process.env,
    PATH: `${dirname(binary)}:${process.env['PATH'] ?? ''}`,
    npm_config_nodedir: headers,
    npm_config_build_from_source: 'true',
  };
  const built = spawnSync('npm', ['rebuild', 'better-sqlite3'], { cwd: root, env, stdio: 'inherit' });
  if (built.status !== 0) throw new Error(`better-sqlite3 can not be compiled for ${binary}`);
}
