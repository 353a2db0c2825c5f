import { spawnSync } from 'node:child_process';

/** Tests of the queue run against the real server; a machine without it says so in the names of what it skips. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

/** Asks again until it is so. The bound catches what hangs; it says nothing about speed. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it never came to pass: ${what}`);
}
