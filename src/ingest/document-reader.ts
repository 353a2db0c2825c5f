import type { Read } from '../problem.ts';
import type { Document } from './document.ts';
import type { Letter } from './letter.ts';
import type { ReadSettings } from './read-mail.ts';

type Letters = Read<readonly Letter[]>;

/** Reads the letters of a document that was recognised. */
export type Reading = (settings: ReadSettings) => Promise<Letters>;

/** One kind of document: how to read it when it is one, null when it is another. */
export type DocumentReader = (document: Document) => Reading | null;

/** Makes a reader of how its kind of document is found out, and how what was found becomes letters. */
export function documentReader<Found>(
  find: (document: Document) => Found | null,
  read: (found: Found, document: Document, settings: ReadSettings) => Letters | Promise<Letters>,
): DocumentReader {
  return (document) => {
    const found = find(document);
    return found === null ? null : async (settings) => read(found, document, settings);
  };
}
