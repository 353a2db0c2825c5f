import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Receiver } from '../../src/ports/receiver.ts';

/** A receiver that takes every post it is given, also twice, and keeps count in a file that survives a kill. */
export function fileSink(file: string, mayResend = true): Receiver {
  return {
    visibilityMs: 1_000,
    mayResend,
    find: async ({ key, sha256 }) => (postsIn(file).includes(`${key} ${sha256}`) ? 'found' : null),
    send: async ({ key, sha256 }) => {
      appendFileSync(file, `${key} ${sha256}\n`);
      return 'sent';
    },
  };
}

export function postsIn(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
