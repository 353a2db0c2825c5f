import { spawn } from 'node:child_process';
import type { HardenedGit } from './hardened-git.ts';

/** Bytes of all blobs together; the USB drivers of a kernel are a tenth of it. */
const BYTES_MAX = 256 * 1024 * 1024;
const CHILD_MS_MAX = 60_000;
const NEWLINE = 10;

/** The texts of blobs by their ids, read by one child. An id that is no blob has no text. */
export async function readBlobs(
  git: HardenedGit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const output = await catFile(git, ids);
  const texts = new Map<string, string>();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(NEWLINE, at);
    const [id = '', type, size] = output.toString('latin1', at, end < 0 ? output.length : end).split(' ');
    at = end < 0 ? output.length : end + 1;
    if (type !== 'blob') continue;
    const length = Number(size);
    texts.set(id, output.toString('utf8', at, at + length));
    at += length + 1;
  }
  return texts;
}

function catFile({ env, configArguments, scratch }: HardenedGit, ids: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...configArguments, 'cat-file', '--batch'], {
      cwd: scratch,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: CHILD_MS_MAX,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes > BYTES_MAX) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(new Error(`git cat-file ended with ${code ?? 'a signal'} after ${bytes} bytes`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(ids.map((id) => `${id}\n`).join(''));
  });
}
