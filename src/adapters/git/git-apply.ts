import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { Patch } from '../../series/series.ts';
import { type HardenedGit, privateStore } from './hardened-git.ts';
import type { GitBlob } from './object-reader.ts';
import { patchText } from './patch-text.ts';

/** What stands at a path after git has put the series in; null where nothing stands any more. */
export type AppliedIds = ReadonlyMap<string, string | null>;

/** What git said: the ids it came to, or its own words why not. */
export type GitApplied =
  | { readonly did: 'applied'; readonly ids: AppliedIds }
  | { readonly did: 'refused'; readonly why: string };

const CHILD_MS_MAX = 30_000;
const BYTES_MAX = 16 * 1024 * 1024;
const WORDS_MAX = 300;
const PRLIMIT = '/usr/bin/prlimit';
/** A kernel's packs are mapped, so that address space is the one thing to be generous with; nothing else is needed. */
const LIMITS = ['--as=4294967296', '--cpu=20', '--fsize=268435456', '--core=0'];
/** By default git maps a gigabyte of a pack at once. */
const MAPPING = ['-c', 'core.packedGitWindowSize=64m', '-c', 'core.packedGitLimit=512m'];

/** A series and the texts it is made on, with what the repository keeps its objects in. */
export interface ApplyRequest {
  readonly patches: readonly Patch[];
  readonly texts: ReadonlyMap<string, GitBlob>;
  readonly objects: string;
  /** The mail had folded spaces: git is not to compare them either. */
  readonly isLoose: boolean;
}

/**
 * Puts a series in by git itself: the second opinion on what our own applier made of it. The index is a file of ours with
 * the texts of the series and nothing else, the objects are written to a folder of ours, there is no work tree, and
 * neither --3way nor git am, which would write to one.
 *
 * @throws Fault  when git can not be run
 */
export function applyByGit(git: HardenedGit, { patches, texts, objects, isLoose }: ApplyRequest): GitApplied {
  const asked = { ...git, env: { ...git.env, ...privateStore(git.scratch, objects) } };
  mkdirSync(join(git.scratch, 'objects'), { recursive: true });
  const entries = [...texts].map(([path, { id }]) => `100644 ${id}\t${path}\n`).join('');
  run(asked, ['update-index', '--add', '--index-info'], entries);
  const spaces = isLoose ? ['--ignore-whitespace'] : [];
  const applied = run(
    asked,
    ['apply', '--cached', '--whitespace=nowarn', ...spaces, '-'],
    patchText(patches),
  );
  if (applied.status !== 0) return { did: 'refused', why: firstWords(applied.stderr) };
  return { did: 'applied', ids: idsIn(run(asked, ['ls-files', '-s', '-z'], '').stdout) };
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run({ env, configArguments, scratch }: HardenedGit, args: readonly string[], input: string): Ran {
  const git = ['git', ...configArguments, ...MAPPING, ...args];
  const [command = 'git', ...rest] = existsSync(PRLIMIT) ? [PRLIMIT, ...LIMITS, ...git] : git;
  const child = spawnSync(command, rest, {
    cwd: scratch,
    env: { ...env },
    input,
    encoding: 'utf8',
    maxBuffer: BYTES_MAX,
    timeout: CHILD_MS_MAX,
    killSignal: 'SIGKILL',
  });
  if (child.error) throw new Fault(`git ${args[0]}: ${child.error.message}`, 'later');
  return child;
}

/** "error: patch failed: drivers/a.c:12", without the word that says nothing. */
function firstWords(stderr: string): string {
  const line = stderr.split('\n').find((one) => one.trim() !== '') ?? 'no reason given';
  return line.replace(/^(?:error|fatal): /, '').slice(0, WORDS_MAX);
}

function idsIn(told: string): AppliedIds {
  return new Map(
    told.split('\0').flatMap((entry) => {
      const [, id, path] = /^\d{6} ([0-9a-f]+) 0\t(.+)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path, id] as const];
    }),
  );
}
