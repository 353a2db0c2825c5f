import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_AUTHOR_NAME: 'list',
  GIT_AUTHOR_EMAIL: 'list@inbox.example',
  GIT_COMMITTER_NAME: 'list',
  GIT_COMMITTER_EMAIL: 'list@inbox.example',
};

/** A public-inbox of format v2 that a test writes: one bare repository for each epoch, one commit for each mail. */
export class Inbox {
  readonly url: string;
  readonly #folder: string;
  #seconds = 1_600_000_000;

  constructor(folder: string) {
    this.#folder = folder;
    this.url = `file://${folder}`;
    this.begin(0);
  }

  begin(epoch: number): void {
    mkdirSync(this.#directory(epoch), { recursive: true });
    this.#git(epoch, ['init', '--quiet', '--bare', '--initial-branch=master']);
  }

  add(epoch: number, mail: string): void {
    this.#commit(epoch, 'm', mail);
  }

  takeBack(epoch: number, mail: string): void {
    this.#commit(epoch, 'd', mail);
  }

  /** Writes the history anew with these mails: what a purge does. */
  rewrite(epoch: number, mails: readonly string[]): void {
    this.#git(epoch, ['update-ref', '-d', 'refs/heads/master']);
    for (const mail of mails) this.add(epoch, mail);
  }

  #commit(epoch: number, name: 'm' | 'd', mail: string): void {
    const blob = this.#git(epoch, ['hash-object', '-w', '--stdin'], mail);
    const tree = this.#git(epoch, ['mktree'], `100644 blob ${blob}\t${name}\n`);
    const parent = this.#git(epoch, ['for-each-ref', '--format=%(objectname)', 'refs/heads/master']);
    const parents = parent === '' ? [] : ['-p', parent];
    const commit = this.#git(epoch, ['commit-tree', tree, ...parents, '-m', 'mail']);
    this.#git(epoch, ['update-ref', 'refs/heads/master', commit]);
  }

  #git(epoch: number, args: readonly string[], input = ''): string {
    this.#seconds += 1;
    const date = `${this.#seconds} +0000`;
    const env = { ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const cwd = this.#directory(epoch);
    return execFileSync('git', args, { cwd, env, input, encoding: 'utf8' }).trim();
  }

  #directory(epoch: number): string {
    return join(this.#folder, 'git', `${epoch}.git`);
  }
}
