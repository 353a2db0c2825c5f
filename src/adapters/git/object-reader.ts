import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Fault } from '../../fault.ts';
import type { HardenedGit } from './hardened-git.ts';

/** A text of a repository, and git's id for it. */
export interface GitBlob {
  readonly id: string;
  readonly text: string;
}

/** The bytes of a repository's file, and git's id for it. */
export interface GitBytes {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Reads blobs by name, "<commit>:<path>" or an id, over one child that stays: asking it costs no process. */
export interface ObjectReader<Blob = GitBlob> {
  /** In the order of the names; null where there is no such blob. @throws Fault when git is gone */
  readonly read: (names: readonly string[]) => Promise<readonly (Blob | null)[]>;
  readonly close: () => void;
}

type Git = Pick<HardenedGit, 'env' | 'configArguments'>;

interface Waiting {
  /** The id and the bytes, or nothing when there is no such blob. */
  readonly answer: (id?: string, bytes?: Buffer) => void;
  readonly fail: (fault: Fault) => void;
}

const NEWLINE = 10;

/** Opens a reader; the names it is given are ids and paths that were looked at before, and hold no line end. */
export function openObjectReader(git: Git): ObjectReader {
  return openReader(git, (id, bytes) => ({ id, text: bytes.toString('utf8') }));
}

/** The same for what is no text, or not yet. */
export function openBytesReader(git: Git): ObjectReader<GitBytes> {
  return openReader(git, (id, bytes) => ({ id, bytes: Uint8Array.from(bytes) }));
}

function openReader<Blob>(git: Git, blobOf: (id: string, bytes: Buffer) => Blob): ObjectReader<Blob> {
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
  const ask = (name: string) =>
    new Promise<Blob | null>((resolve, fail) => {
      const answer = (id?: string, bytes?: Buffer) =>
        resolve(id === undefined || bytes === undefined ? null : blobOf(id, bytes));
      waiting.push({ answer, fail });
      child.stdin.write(`${name}\n`);
    });
  return {
    read: (names) => Promise.all(names.map(ask)),
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}

/**
 * Each answer is "<id> blob <size>", the bytes and a line end; or "<name> missing" and nothing else. Pieces are put
 * together when the answer they belong to is whole.
 */
function answerFrom(child: ChildProcessWithoutNullStreams, waiting: Waiting[]): void {
  let pieces: Buffer[] = [];
  let size = 0;
  let needed = 1;
  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size < needed) return;
    let pending = Buffer.concat(pieces);
    let next = answerIn(pending);
    for (; next.end <= pending.length; next = answerIn(pending)) {
      if (next.id === null) waiting.shift()?.answer();
      else waiting.shift()?.answer(next.id, pending.subarray(next.from, next.end - 1));
      pending = pending.subarray(next.end);
    }
    pieces = [pending];
    size = pending.length;
    needed = next.end;
  });
}

/** Where the next answer ends, as far as that is known; the id is null where there is no blob. */
function answerIn(bytes: Buffer): {
  readonly id: string | null;
  readonly from: number;
  readonly end: number;
} {
  const line = bytes.indexOf(NEWLINE);
  if (line < 0) return { id: null, from: 0, end: bytes.length + 1 };
  const [id = '', type, size] = bytes.toString('latin1', 0, line).split(' ');
  const from = line + 1;
  if (!/^\d+$/.test(size ?? '')) return { id: null, from, end: from };
  return { id: type === 'blob' ? id : null, from, end: from + Number(size) + 1 };
}
