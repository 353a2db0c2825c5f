import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_ALLOW_PROTOCOL: 'file',
};

/** A public-inbox of format v2 that a test writes: one bare repository for each epoch, one commit for each mail. */
export class Inbox {
  readonly url: string;
  readonly #folder: string;
  #seconds = 1_600_000_000;
  /** Epochs that have a commit to stand on. */
  readonly #begun = new Set<number>();

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
    this.#begun.delete(epoch);
    for (const mail of mails) this.add(epoch, mail);
  }

  /** One program for a commit, where building it step by step takes five. */
  #commit(epoch: number, name: 'm' | 'd', mail: string): void {
    this.#seconds += 1;
    const parent = this.#begun.has(epoch) ? 'from refs/heads/master^0\n' : '';
    const head = `commit refs/heads/master\ncommitter list <list@inbox.example> ${this.#seconds} +0000\n`;
    const tree = `deleteall\nM 100644 inline ${name}\n${dataOf(mail)}`;
    this.#git(epoch, ['fast-import', '--quiet'], `${head}${dataOf('mail\n')}${parent}${tree}`);
    this.#begun.add(epoch);
  }

  #git(epoch: number, args: readonly string[], input = ''): void {
    execFileSync('git', args, { cwd: this.#directory(epoch), env: ENVIRONMENT, input });
  }

  #directory(epoch: number): string {
    return join(this.#folder, 'git', `${epoch}.git`);
  }
}

/** Text as `git fast-import` takes it. */
function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
