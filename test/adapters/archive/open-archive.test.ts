import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../src/adapters/archive/open-archive.ts';
import { mailparserMime } from '../../../src/adapters/mail/mime.ts';
import type { Problem } from '../../../src/problem.ts';
import { readSettings } from '../../../src/settings.ts';

const limits = readSettings().ingest;
const root = mkdtempSync(join(tmpdir(), 'giveback-archive-'));
afterAll(() => rmSync(root, { recursive: true }));

const mail = (name: string, day: number): string =>
  `From: Ada <ada@example.org>\nSubject: ${name}\nDate: Tue, ${day} May 2019 16:02:31 +0200\n\n${name}\n`;
const MBOX = ['one', 'two']
  .map((name, at) => `From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail(name, 7 + at)}\n`)
  .join('');

function file(name: string, content: string | Buffer): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

/** A git folder that holds each of the mails as a commit of its own. */
function epoch(name: string, mails: readonly string[]): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...command: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...command], {
      env,
    });
  git('init', '-q');
  for (const content of mails) {
    writeFileSync(join(folder, 'm'), content);
    git('add', 'm');
    git('commit', '-q', '-m', 'x');
  }
  return folder;
}

function inbox(): string {
  const folder = join(root, 'list', 'git');
  mkdirSync(folder, { recursive: true });
  for (const [at, name] of ['one', 'two'].entries())
    renameSync(join(epoch(`epoch-${name}`, [mail(name, 7 + at)]), '.git'), join(folder, `${at}.git`));
  return join(root, 'list');
}

function directory(): string {
  const folder = join(root, 'mails');
  mkdirSync(folder);
  for (const [at, name] of ['one', 'two'].entries())
    writeFileSync(join(folder, `${at}.eml`), mail(name, 7 + at));
  return folder;
}

async function subjects(path: string, since: string | null = null, problems: Problem[] = []) {
  const found: string[] = [];
  const onProblem = (problem: Problem): void => void problems.push(problem);
  for await (const { subject } of openArchive(path, { limits, mime: mailparserMime, since, onProblem }))
    found.push(subject);
  return found;
}

describe('openArchive', () => {
  it.each<[string, () => string]>([
    ['an mbox', () => file('plain.mbox', MBOX)],
    ['a gzip file', () => file('packed.mbox.gz', gzipSync(MBOX))],
    ['an epoch of a public-inbox', () => epoch('inbox', [mail('one', 7), mail('two', 8)])],
    ['the git folder itself', () => join(epoch('bare', [mail('one', 7), mail('two', 8)]), '.git')],
    ['a folder of epochs', inbox],
    ['a directory of mails', directory],
  ])('reads %s', async (_, make) => {
    expect(await subjects(make())).toEqual(['one', 'two']);
  });

  it('reads a single mail', async () => {
    expect(await subjects(file('one.eml', mail('one', 7)))).toEqual(['one']);
  });

  it('passes over what was sent before a day', async () => {
    expect(await subjects(file('since.mbox', MBOX), '2019-05-08T00:00:00+00:00')).toEqual(['two']);
  });

  it('says what is wrong with a file that is no mail', async () => {
    const problems: Problem[] = [];
    expect(await subjects(file('noise.txt', 'nothing but noise\n'), null, problems)).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['input-not-mail']);
  });

  it('throws where there is nothing', async () => {
    await expect(subjects(join(root, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});
