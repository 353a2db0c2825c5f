import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Fault } from '../../fault.ts';
import type { HardenedGit } from './hardened-git.ts';

/** A text of a repository, and git's id for it. */
export interface GitBlob {
  readonly id: string;
  readonly text: string;
}

/** Reads texts by name, "<commit>:<path>" or an id, over one child that stays: asking it costs no process. */
export interface ObjectReader {
  /** In the order of the names; null where there is no such text. @throws Fault when git is gone */
  readonly read: (names: readonly string[]) => Promise<readonly (GitBlob | null)[]>;
  readonly close: () => void;
}

type Answer = (blob: GitBlob | null) => void;

interface Waiting {
  readonly answer: Answer;
  readonly fail: (fault: Fault) => void;
}

const NEWLINE = 10;

/** Opens a reader; the names it is given are ids and paths that were looked at before, and hold no line end. */
export function openObjectReader(git: Pick<HardenedGit, 'env' | 'configArguments'>): ObjectReader {
  const child = spawn('git', [...git.configArguments, 'cat-file', '--batch'], {
    cwd: '/',
    env: { ...git.env },
  });
  const waiting: Waiting[] = [];
  const failAll = (why: string): void => {
    for (const { fail } of waiting.splice(0)) fail(new Fault(`git cat-file: ${why}`, 'later'));
  };
  child.on('error', (error) => failAll(error.message));
  child.on('close', (code) => failAll(`ended with ${code}`));
  child.stdin.on('error', () => {});
  child.stderr.resume();
  answerFrom(child, waiting);
  return {
    read: (names) =>
      Promise.all(
        names.map((name) => {
          const answered = new Promise<GitBlob | null>((answer, fail) => waiting.push({ answer, fail }));
          child.stdin.write(`${name}\n`);
          return answered;
        }),
      ),
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}

/** Each answer is "<id> blob <size>", the bytes and a line end; or "<name> missing" and nothing else. */
function answerFrom(child: ChildProcessWithoutNullStreams, waiting: Waiting[]): void {
  let pending: Buffer = Buffer.alloc(0);
  child.stdout.on('data', (piece: Buffer) => {
    pending = pending.length === 0 ? piece : Buffer.concat([pending, piece]);
    for (let next = answerIn(pending); next !== null; next = answerIn(pending)) {
      waiting.shift()?.answer(next.blob);
      pending = pending.subarray(next.end);
    }
  });
}

function answerIn(bytes: Buffer): { readonly blob: GitBlob | null; readonly end: number } | null {
  const line = bytes.indexOf(NEWLINE);
  if (line < 0) return null;
  const [id = '', type, size] = bytes.toString('latin1', 0, line).split(' ');
  if (!/^\d+$/.test(size ?? '')) return { blob: null, end: line + 1 };
  const from = line + 1;
  const to = from + Number(size);
  if (bytes.length <= to) return null;
  return { blob: type === 'blob' ? { id, text: bytes.toString('utf8', from, to) } : null, end: to + 1 };
}
