import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { IngestLimits } from '../../ingest/limits.ts';
import { NOWHERE, type Problem, type Read } from '../../problem.ts';

/** One document as bytes, and the path it came from ('-' for standard input). */
export interface InputDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The documents behind a path: a file, plain or gzip; standard input for '-'; a Maildir (each mail a document); a
 * directory of patches (all of them one document, in the order of their names). Never more bytes than the limits allow.
 * @throws the file system's own error when the path does not exist or may not be read
 */
export async function readInput(path: string, limits: IngestLimits): Promise<Read<readonly InputDocument[]>> {
  if (path === '-') return readStream({ name: '-', stream: process.stdin }, limits);
  const about = await stat(path);
  if (about.isFile() && about.size > limits.documentBytesMax)
    return { value: [], problems: [tooLarge(about.size, limits.documentBytesMax)] };
  if (!about.isDirectory()) return readStream({ name: path, stream: createReadStream(path) }, limits);
  const files = await listFiles(path);
  const kept = files.paths.slice(0, limits.filesMax);
  const read = await readFiles(kept, limits);
  const documents = files.kind === 'patches' ? joinPatches(path, read.value) : read.value;
  return { value: documents, problems: [...read.problems, ...tooMany(files.paths.length, limits.filesMax)] };
}

interface Files {
  readonly kind: 'maildir' | 'patches' | 'mails';
  readonly paths: readonly string[];
}

/** The mails of a Maildir, else the patches, else every file of the directory. */
async function listFiles(path: string): Promise<Files> {
  const entries = await readdir(path, { withFileTypes: true });
  const isFolder = (name: string) => entries.some((entry) => entry.name === name && entry.isDirectory());
  if (isFolder('cur') || isFolder('new')) {
    const folders = ['cur', 'new'].filter(isFolder);
    const listed = await Promise.all(folders.map((folder) => filesOf(join(path, folder))));
    return { kind: 'maildir', paths: listed.flat() };
  }
  const paths = await filesOf(path);
  const patches = paths.filter((one) => one.endsWith('.patch'));
  return patches.length > 0 ? { kind: 'patches', paths: patches } : { kind: 'mails', paths };
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
  return names.toSorted().map((name) => join(folder, name));
}

async function readFiles(
  paths: readonly string[],
  limits: IngestLimits,
): Promise<Read<readonly InputDocument[]>> {
  const documents: InputDocument[] = [];
  const problems: Problem[] = [];
  let left = limits.documentBytesMax;
  for (const path of paths) {
    const read = await readStream(
      { name: path, stream: createReadStream(path) },
      { ...limits, documentBytesMax: left },
    );
    documents.push(...read.value);
    problems.push(...read.problems);
    left -= read.value.reduce((sum, one) => sum + one.bytes.length, 0);
    if (read.problems.some((problem) => problem.code === 'input-too-large')) break;
  }
  return { value: documents, problems };
}

/** One thread of the patches, each on a line of its own even when the one before lacks its last line feed. */
function joinPatches(name: string, patches: readonly InputDocument[]): readonly InputDocument[] {
  const pieces = patches.flatMap(({ bytes }) => (bytes.at(-1) === 10 ? [bytes, '\n'] : [bytes, '\n\n']));
  return [
    {
      name,
      bytes: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
    },
  ];
}

interface Source {
  readonly name: string;
  readonly stream: Readable;
}

/** Reads a stream to its end, or to the limit; gzip is known by its first two bytes and counted as it inflates. */
async function readStream(source: Source, limits: IngestLimits): Promise<Read<readonly InputDocument[]>> {
  const packed = await readBounded(source.stream, limits.documentBytesMax);
  if (packed.isCut) return { value: [], problems: [tooLarge(packed.size, limits.documentBytesMax)] };
  if (packed.bytes[0] !== 0x1f || packed.bytes[1] !== 0x8b)
    return { value: [{ name: source.name, bytes: packed.bytes }], problems: [] };
  const inflated = await inflate(packed.bytes, limits.inflatedBytesMax);
  if (inflated.isCut) return { value: [], problems: [tooLarge(inflated.size, limits.inflatedBytesMax)] };
  const why = inflated.fault;
  const problems: readonly Problem[] = why === null ? [] : [{ code: 'input-truncated', why, at: NOWHERE }];
  return { value: [{ name: source.name, bytes: inflated.bytes }], problems };
}

interface Bounded {
  /** Empty when there was more than the limit: what is refused is not put together. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly isCut: boolean;
}

const NO_BYTES = new Uint8Array(0);

async function readBounded(stream: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Bounded> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) return { bytes: NO_BYTES, size, isCut: true };
  }
  return { bytes: Buffer.concat(chunks), size, isCut: false };
}

/** What could be inflated before the archive broke off stays; the stream's own words say why it did. */
async function inflate(
  packed: Uint8Array,
  bytesMax: number,
): Promise<Bounded & { readonly fault: string | null }> {
  const gunzip = createGunzip();
  const chunks: Uint8Array[] = [];
  let size = 0;
  gunzip.end(packed);
  try {
    for await (const chunk of gunzip) {
      if (!(chunk instanceof Uint8Array)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) return { bytes: NO_BYTES, size, isCut: true, fault: null };
    }
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    return { bytes: Buffer.concat(chunks), size, isCut: false, fault: `the gzip data ends early: ${why}` };
  }
  return { bytes: Buffer.concat(chunks), size, isCut: false, fault: null };
}

function tooLarge(bytes: number, limitBytes: number): Problem {
  return { code: 'input-too-large', bytes, limitBytes, at: NOWHERE };
}

function tooMany(count: number, limit: number): readonly Problem[] {
  return count > limit ? [{ code: 'too-many', what: 'files', count, limit, at: NOWHERE }] : [];
}
