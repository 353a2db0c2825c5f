import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type InboxRange, readPublicInbox } from '../../../src/adapters/archive/public-inbox.ts';

const EVERYTHING: InboxRange = { since: null, messageBytesMax: 1000 };

/** An epoch as public-inbox writes one: a message a commit, in the file `m`; a deletion in the file `d`. */
function epoch(messages: readonly (string | null)[], takenBack = 'gone'): string {
  const root = mkdtempSync(join(tmpdir(), 'giveback-inbox-'));
  const git = (minute: number, ...command: readonly string[]) => {
    const date = `2019-05-07T16:${String(minute).padStart(2, '0')}:00Z`;
    const env = {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    return execFileSync(
      'git',
      ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...command],
      { env },
    );
  };
  git(0, 'init', '-q');
  for (const [minute, message] of messages.entries()) {
    if (message !== null) writeFileSync(join(root, 'm'), message);
    else {
      rmSync(join(root, 'm'));
      writeFileSync(join(root, 'd'), takenBack);
    }
    git(minute, 'add', '-A');
    git(minute, 'commit', '-q', '-m', 'x');
  }
  return join(root, '.git');
}

async function texts(gitDir: string, range: InboxRange): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { bytes } of readPublicInbox(gitDir, range)) found.push(Buffer.from(bytes).toString());
  return found;
}

test('messages come in the order they were added, deletions have none', async () => {
  const messages = Array.from({ length: 5 }, (_, index) => `From: a${index}@example.org\n\n${index}\n`);
  expect(await texts(epoch([...messages, null]), EVERYTHING)).toEqual(messages);
});

test('a message that was taken back is passed over', async () => {
  const messages = ['one\n', 'two\n', 'three\n', null];
  expect(await texts(epoch(messages, 'two\n'), EVERYTHING)).toEqual(['one\n', 'three\n']);
});

test('a message of many pieces is put together', async () => {
  const long = `${'x'.repeat(99)}\n`.repeat(20_000);
  const found = await texts(epoch(['one\n', long, 'two\n']), { ...EVERYTHING, messageBytesMax: 10_000_000 });
  expect(found.map(({ length }) => length)).toEqual([4, 2_000_000, 4]);
});

test('a message above the limit is passed over', async () => {
  expect(await texts(epoch(['small\n', 'x'.repeat(2000), 'small again\n']), EVERYTHING)).toEqual([
    'small\n',
    'small again\n',
  ]);
});

test('only what came since a date is read', async () => {
  const gitDir = epoch(['one\n', 'two\n', 'three\n']);
  expect(await texts(gitDir, { ...EVERYTHING, since: '2019-05-07T16:02:00Z' })).toEqual(['three\n']);
});

test('a reader may stop early', async () => {
  for await (const { bytes } of readPublicInbox(epoch(['one\n', 'two\n']), EVERYTHING)) {
    expect(Buffer.from(bytes).toString()).toBe('one\n');
    break;
  }
});

test('a folder that is no repository is a fault that says so', async () => {
  await expect(texts(mkdtempSync(join(tmpdir(), 'giveback-none-')), EVERYTHING)).rejects.toThrow(
    'is no git repository',
  );
});
