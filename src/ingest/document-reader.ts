import type { Read } from '../problem.ts';
import type { Document } from './document.ts';
import type { Letter } from './letter.ts';
import type { ReadSettings } from './read-mail.ts';

/** One kind of document: how it is recognised, and how its letters are read. */
export interface DocumentReader {
  readonly name: string;
  recognises(document: Document): boolean;
  read(document: Document, settings: ReadSettings): Promise<Read<readonly Letter[]>>;
}
