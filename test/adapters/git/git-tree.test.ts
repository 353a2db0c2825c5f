import { readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type GitTreeRequest, isRepository, openGitTree } from '../../../src/adapters/git/git-tree.ts';
import { makeRepository } from './trapped-repository.ts';

const repository = makeRepository();
const { home, work, git } = repository;
const FOLDERS = ['drivers/usb/'];
const FILE = 'drivers/usb/a.c';

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

const first = repository.commit({ [FILE]: 'int first;\n', 'net/b.c': 'int b;\n' }, '2019-03-01');
git(['tag', '-a', 'v5.0', '-m', 'five'], '2019-03-03');
symlinkSync('/etc/passwd', join(work, 'drivers/usb/link.c'));
repository.commit({ [FILE]: 'int second;\n' }, '2019-05-01');
git(['tag', '-a', 'v5.1', '-m', 'five one'], '2019-05-05');
git(['tag', 'not-a-release'], '2019-05-06');
const head = repository.commit({ [FILE]: 'int head;\n' }, '2019-06-01');
repository.plantTraps();

afterAll(repository.remove);

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
    const before = git(['count-objects', '-v']);
    const files = readdirSync(join(work, '.git')).sort();
    await openGitTree(asked({ baseCommit: first, date: '2020-01-01' }));
    expect(repository.hasSprung()).toBe(false);
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
