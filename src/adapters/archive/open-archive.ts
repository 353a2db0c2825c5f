import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter } from '../../ingest/letter.ts';
import { secondsOf } from '../../ingest/mail-date.ts';
import { readLetters, streamLetters } from '../../ingest/read-letters.ts';
import { NOWHERE, type Problem } from '../../problem.ts';
import { readMboxFile } from './mbox-file.ts';
import { readPublicInbox } from './public-inbox.ts';
import { readInput } from './read-input.ts';

/** How letters are read, as `readLetters` is told. */
type ReadSettings = Parameters<typeof readLetters>[1];

export interface Opening extends ReadSettings {
  /** ISO 8601; only what is younger. A mail without a date counts as young. Null for everything. */
  readonly since: string | null;
  /** Told why a document has no letters, or not all of them. */
  readonly onProblem: (problem: Problem) => void;
}

/**
 * The letters of an archive of any size, one after the other: an mbox, plain or gzip, from a file or from standard input
 * ('-'); one epoch of a public-inbox, or a folder that holds its epochs. Anything else that has letters (a Maildir, a
 * folder of mails, a mail, a page) is read as a document, within the limits of one.
 * @throws the file system's own error when the path can not be read; Fault when git can not
 */
export async function* openArchive(path: string, opening: Opening): AsyncGenerator<Letter> {
  const epochs = await epochsOf(path);
  const letters = epochs.length > 0 ? readEpochs(epochs, opening) : readFile(path, opening);
  // git goes by the day of arrival, which may be long after a mail was sent.
  yield* youngOf(letters, opening.since);
}

/** The git folders of a public-inbox, the oldest epoch first; none when the path is no folder of git. */
async function epochsOf(path: string): Promise<readonly string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [];
  if (isGitDir(path)) return [path];
  if (isGitDir(join(path, '.git'))) return [join(path, '.git')];
  const inner = [join(path, 'git'), path].find((folder) => existsSync(join(folder, '0.git')));
  if (inner === undefined) return [];
  const names = (await readdir(inner)).filter((name) => /^\d{1,4}\.git$/.test(name));
  return names
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => join(inner, name));
}

function isGitDir(path: string): boolean {
  return existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects'));
}

async function* readEpochs(epochs: readonly string[], opening: Opening): AsyncGenerator<Letter> {
  const range = { since: opening.since, messageBytesMax: opening.limits.letterBytesMax };
  for (const epoch of epochs)
    for await (const { bytes } of readPublicInbox(epoch, range))
      yield* (await readLetters(bytes, opening)).value;
}

async function* readFile(path: string, opening: Opening): AsyncGenerator<Letter> {
  let isMbox = false;
  if (path === '-' || !(await stat(path)).isDirectory()) {
    const chunks = path === '-' ? process.stdin : readMboxFile(path);
    for await (const letter of streamLetters(chunks, opening)) {
      isMbox = true;
      yield letter;
    }
  }
  if (isMbox) return;
  if (path === '-')
    opening.onProblem({ code: 'input-not-mail', why: 'standard input is no mbox', at: NOWHERE });
  else yield* readDocuments(path, opening);
}

async function* readDocuments(path: string, opening: Opening): AsyncGenerator<Letter> {
  const documents = await readInput(path, opening.limits);
  for (const problem of documents.problems) opening.onProblem(problem);
  for (const { bytes } of documents.value) {
    const read = await readLetters(bytes, opening);
    for (const problem of read.problems) opening.onProblem(problem);
    yield* read.value;
  }
}

async function* youngOf(letters: AsyncIterable<Letter>, since: string | null): AsyncGenerator<Letter> {
  const first = secondsOf(since);
  for await (const letter of letters) {
    const sent = secondsOf(letter.date);
    if (first === null || sent === null || sent >= first) yield letter;
  }
}
