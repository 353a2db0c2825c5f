import { createHash } from 'node:crypto';
import { type InputDocument, readInput } from '../adapters/archive/read-input.ts';
import { mailparserMime } from '../adapters/mail/mime.ts';
import type { Thread } from '../evaluation.ts';
import { Fault } from '../fault.ts';
import type { Letter } from '../ingest/letter.ts';
import { readLetters } from '../ingest/read-letters.ts';
import { NOWHERE, type Read } from '../problem.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';

/**
 * Reads a file, a directory or stdin into letters.
 * @throws Fault when the path can not be read at all
 */
export async function readThread(path: string, settings: Settings): Promise<Thread> {
  return readDocuments(await open(path, settings), settings);
}

/** The letters of documents that are at hand, and the hash of all of them. */
export async function readDocuments(
  documents: Read<readonly InputDocument[]>,
  settings: Settings,
): Promise<Thread> {
  const letters: Letter[] = [];
  const problems = [...documents.problems];
  const hash = createHash('sha256');
  for (const { bytes } of documents.value) {
    hash.update(bytes);
    const read = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
    letters.push(...read.value);
    problems.push(...read.problems);
  }
  return { letters, problems, input: describeInput(letters, hash.digest('hex')) };
}

/** What a path that is not there, or is not ours to read, is to the user: input that can not be read. */
const NOT_READABLE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG']);

export function isNotReadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_READABLE.has(error.code);
}

async function open(path: string, settings: Settings): ReturnType<typeof readInput> {
  try {
    return await readInput(path, settings.ingest);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!isNotReadable(error)) throw new Fault(`${path}: ${why}`, 'later');
    return { value: [], problems: [{ code: 'input-missing', why, at: NOWHERE }] };
  }
}

const INPUT_KIND = {
  mail: 'mail',
  'archive-page': 'archive-page',
  'commit-page': 'archive-page',
  patch: 'patch',
} as const satisfies Record<Letter['source'], Report['input']['kind']>;

function describeInput(letters: readonly Letter[], sha256: string): Report['input'] {
  const [first] = letters;
  const kind = first === undefined ? 'mail' : INPUT_KIND[first.source];
  return { kind, messageId: first?.messageId ?? null, url: null, sha256 };
}
