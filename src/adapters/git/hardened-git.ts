import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';

/** A command that says nothing for so long is stopped. */
const COMMAND_MS_MAX = 20_000;
const PROCESSES_MAX = 2;

/** Settings of a repository, or of a user, that would run programs or follow names; every command overrides them. */
const CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=false',
  'core.attributesFile=/dev/null',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'gc.auto=0',
];

/** git for reading one repository: no work tree, no hooks, no user, no network, an empty folder to stand in. */
export interface HardenedGit {
  readonly git: SimpleGit;
  /** For a child that is started without simple-git: the same environment, arguments and folder. */
  readonly env: Readonly<Record<string, string>>;
  readonly configArguments: readonly string[];
  readonly scratch: string;
  /** Takes the empty folder away. */
  readonly close: () => void;
}

/** Opens a repository by its git directory, bare or not. Nothing is ever checked out of it. */
export function hardenedGit(gitDir: string, commandMsMax = COMMAND_MS_MAX): HardenedGit {
  const scratch = mkdtempSync(join(tmpdir(), 'giveback-git-'));
  const env = environment(gitDir, scratch);
  const git = simpleGit({
    baseDir: scratch,
    timeout: { block: commandMsMax },
    maxConcurrentProcesses: PROCESSES_MAX,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    unsafe: { allowUnsafeConfigPaths: true, allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true },
    config: CONFIG,
  }).env(env);
  return {
    git,
    env,
    configArguments: CONFIG.flatMap((setting) => ['-c', setting]),
    scratch,
    close: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Where git may write what a patch makes of a repository's texts; the repository itself is only read. */
export function privateStore(scratch: string, objects: string): Record<string, string> {
  return {
    GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
  };
}

/** Nothing of our own environment reaches git. */
function environment(gitDir: string, scratch: string): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: scratch,
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_INDEX_FILE: join(scratch, 'index'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
