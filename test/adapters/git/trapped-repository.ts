import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A repository in a folder of its own, with traps in it that leave a trace when git runs anything. */
export interface TrappedRepository {
  readonly home: string;
  readonly work: string;
  /** git for making the repository, away from the settings of whoever runs the tests. */
  readonly git: (args: readonly string[], day?: string) => string;
  /** Writes the files and commits them; gives the commit. */
  readonly commit: (files: Readonly<Record<string, string>>, day: string) => string;
  readonly hasSprung: () => boolean;
  /** Every file of the folder, in which this process keeps its temporary ones, too. */
  readonly traces: () => readonly string[];
  readonly remove: () => void;
}

/** Makes the repository; the traps are set by hand once it has its commits. */
export function makeRepository(): TrappedRepository & { readonly plantTraps: () => void } {
  const elsewhere = tmpdir();
  const home = mkdtempSync(join(elsewhere, 'giveback-repository-'));
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  process.env['TMPDIR'] = temporary;
  const work = join(home, 'linux');
  const canary = join(home, 'canary');
  mkdirSync(work);
  const git = (args: readonly string[], day = '2019-03-01'): string => gitIn(work, home, args, day);
  git(['init', '-q']);
  return {
    home,
    work,
    git,
    commit: (files, day) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      git(['add', '-A']);
      git(['commit', '-qm', day], day);
      return git(['rev-parse', 'HEAD']);
    },
    hasSprung: () => existsSync(canary),
    traces: () => readdirSync(home, { recursive: true }).map(String).sort(),
    remove: () => {
      process.env['TMPDIR'] = elsewhere;
      rmSync(home, { recursive: true });
    },
    plantTraps: () => plantTraps({ home, work, canary, git }),
  };
}

function gitIn(work: string, home: string, args: readonly string[], day: string): string {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: `${day}T00:00:00Z`,
    GIT_COMMITTER_DATE: `${day}T00:00:00Z`,
  };
  return execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: work,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

interface TrapPlace extends Pick<TrappedRepository, 'home' | 'work' | 'git'> {
  readonly canary: string;
}

/** Everything in a repository that could run a program, set to leave a trace. */
function plantTraps({ home, work, canary, git }: TrapPlace): void {
  const trap = join(home, 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntouch ${canary}\ncat\n`);
  chmodSync(trap, 0o755);
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
    writeFileSync(join(work, '.git/hooks', hook), `#!/bin/sh\ntouch ${canary}\n`);
    chmodSync(join(work, '.git/hooks', hook), 0o755);
  }
  const settings = [
    ['core.fsmonitor', trap],
    ['core.hooksPath', join(work, '.git/hooks')],
    ['diff.external', trap],
    ['diff.x.textconv', trap],
    ['filter.x.clean', trap],
    ['filter.x.smudge', trap],
    ['merge.x.driver', trap],
    ['core.pager', trap],
    ['core.sshCommand', trap],
    ['log.showSignature', 'true'],
    ['gpg.program', trap],
  ];
  for (const [name = '', value = ''] of settings) git(['config', name, value]);
  mkdirSync(join(work, '.git/info'), { recursive: true });
  writeFileSync(join(work, '.git/info/attributes'), '*.c filter=x diff=x merge=x\n');
}
