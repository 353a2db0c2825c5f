import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type GitTreeRequest, isRepository, openGitTree } from '../../../src/adapters/git/git-tree.ts';

const home = mkdtempSync(join(tmpdir(), 'giveback-repository-'));
const work = join(home, 'linux');
const canary = join(home, 'canary');
const FOLDERS = ['drivers/usb/'];

/** The repository, and nothing known of any series. */
const asked = (told: Partial<GitTreeRequest> = {}): GitTreeRequest => ({
  repository: work,
  folders: FOLDERS,
  patches: [],
  namedBases: [],
  baseCommit: null,
  date: null,
  ...told,
});

/** git for making the repository, away from the settings of whoever runs the tests. */
function git(args: readonly string[], day = '2019-03-01'): string {
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

function commit(text: string, day: string): string {
  writeFileSync(join(work, 'drivers/usb/a.c'), text);
  git(['add', '-A']);
  git(['commit', '-qm', text], day);
  return git(['rev-parse', 'HEAD']);
}

mkdirSync(join(work, 'drivers/usb'), { recursive: true });
mkdirSync(join(work, 'net'));
git(['init', '-q']);
writeFileSync(join(work, 'net/b.c'), 'int b;\n');
symlinkSync('/etc/passwd', join(work, 'drivers/usb/link.c'));
const first = commit('int first;\n', '2019-03-01');
git(['tag', '-a', 'v5.0', '-m', 'five'], '2019-03-03');
commit('int second;\n', '2019-05-01');
git(['tag', '-a', 'v5.1', '-m', 'five one'], '2019-05-05');
git(['tag', 'not-a-release'], '2019-05-06');
const head = commit('int head;\n', '2019-06-01');
plantTraps();

afterAll(() => rmSync(home, { recursive: true }));

/** Everything in a repository that could run a program, set to leave a trace. */
function plantTraps(): void {
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
    ['filter.x.smudge', trap],
    ['core.pager', trap],
    ['core.sshCommand', trap],
  ];
  for (const [name = '', value = ''] of settings) git(['config', name, value]);
  writeFileSync(join(work, '.gitattributes'), '*.c filter=x diff=x\n');
}

describe('a repository', () => {
  test('gives the files of the folders that were asked for, at its head', async () => {
    const {
      tree,
      trial: { base },
    } = await openGitTree(asked());
    expect(base).toEqual({
      how: 'head',
      name: 'HEAD',
      commit: head,
      date: '2019-06-01T00:00:00+00:00',
      ageDays: null,
    });
    expect(tree.read('drivers/usb/a.c')).toBe('int head;\n');
    expect(tree.list('drivers/')).toEqual(['drivers/usb/a.c']);
    expect(tree.read('net/b.c')).toBeNull();
  });

  test('is read at the base the mail names', async () => {
    const {
      tree,
      trial: { base },
    } = await openGitTree(asked({ baseCommit: first, date: '2019-06-02' }));
    expect(base.how).toBe('base-commit');
    expect(tree.read('drivers/usb/a.c')).toBe('int first;\n');
  });

  test('is read at the newest release before the mail when it does not have that base', async () => {
    const {
      tree,
      trial: { base },
    } = await openGitTree(asked({ baseCommit: 'f'.repeat(40), date: '2019-05-08T01:02:20+09:00' }));
    expect(base).toMatchObject({ how: 'tag', name: 'v5.1' });
    expect(tree.read('drivers/usb/a.c')).toBe('int second;\n');
  });

  test.each(['--output=/tmp/x', 'HEAD; touch x', '-h', 'master'])(
    'takes "%s" for no base',
    async (baseCommit) => {
      const {
        trial: { base },
      } = await openGitTree(asked({ baseCommit }));
      expect(base.how).toBe('head');
    },
  );

  test('has no symbolic links', async () => {
    const { tree } = await openGitTree(asked());
    expect(tree.read('drivers/usb/link.c')).toBeNull();
  });

  test('may be bare', async () => {
    git(['clone', '-q', '--bare', work, join(home, 'bare.git')]);
    const { tree } = await openGitTree(asked({ repository: join(home, 'bare.git') }));
    expect(tree.read('drivers/usb/a.c')).toBe('int head;\n');
  });

  test('runs nothing of its own, and is left as it was', async () => {
    rmSync(canary, { force: true });
    const before = git(['count-objects', '-v']);
    const files = readdirSync(join(work, '.git')).sort();
    await openGitTree(asked({ baseCommit: first, date: '2020-01-01' }));
    expect(existsSync(canary)).toBe(false);
    expect(readdirSync(join(work, '.git')).sort()).toEqual(files);
    expect(git(['count-objects', '-v'])).toBe(before);
  });

  test('leaves no folder of ours behind', async () => {
    const ours = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('giveback-git-'));
    const before = ours();
    await openGitTree(asked());
    expect(ours()).toEqual(before);
  });

  test('is told from a plain directory', async () => {
    expect([isRepository(work), isRepository(home)]).toEqual([true, false]);
    await expect(openGitTree(asked({ repository: home }))).rejects.toThrow('is not a git repository');
  });
});
