import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const OPTIONS = ['--encoding=UTF-8', '--quoted-cr=strip', '--no-scissors'];

/** What `git mailinfo` writes of a mail as its patch, one character per byte; null when it refuses the mail. */
export function mailinfoPatch(mail: Uint8Array, folder: string): string | null {
  const [message, patch] = [join(folder, 'message'), join(folder, 'patch')];
  const run = spawnSync('git', ['mailinfo', ...OPTIONS, message, patch], { input: mail, env: ENVIRONMENT });
  return run.status === 0 ? readFileSync(patch, 'latin1') : null;
}

/** Whether git reads a patch as whole: `git apply --numstat` needs no tree and counts every hunk. */
export function isWhole(patch: string): boolean {
  const input = Buffer.from(patch, 'latin1');
  return spawnSync('git', ['apply', '--numstat'], { input, env: ENVIRONMENT, cwd: '/' }).status === 0;
}
