import { decodeOctets } from './charset.ts';

/** A document as it came, in the two forms its readers need. */
export interface Document {
  /** One character per byte. */
  readonly octets: string;
  /** Decoded, with LF line ends and without a byte order mark; what page readers read. */
  readonly text: string;
  readonly lines: readonly string[];
  /** The first lines, for a look at what the document is. */
  readonly head: readonly string[];
}

const HEAD_BYTES = 16_384;

export function openDocument(bytes: Uint8Array): Document {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return withText(octets.slice(textStart(octets)));
}

/** Behind a byte order mark and empty lines; blanks that begin a line with text stay. */
function textStart(octets: string): number {
  const mark = octets.startsWith('ï»¿') ? 3 : 0;
  let at = mark;
  while (at < octets.length && /\s/.test(octets[at] ?? '')) at++;
  return Math.max(mark, octets.lastIndexOf('\n', at - 1) + 1);
}

/** The text form is made when it is first asked for: most documents are mail and never need it. */
function withText(octets: string): Document {
  let text: string | null = null;
  let lines: readonly string[] | null = null;
  let head: readonly string[] | null = null;
  return {
    octets,
    get text() {
      text ??= decodeOctets(octets, null).text.replaceAll('\r\n', '\n');
      return text;
    },
    get lines() {
      lines ??= this.text.split('\n');
      return lines;
    },
    get head() {
      head ??= decodeOctets(octets.slice(0, HEAD_BYTES), null).text.replaceAll('\r\n', '\n').split('\n');
      return head;
    },
  };
}

/** Control characters that no text has say that the bytes are no text; escape and backspace are met in text. */
export function isBinary(octets: string): boolean {
  const end = Math.min(octets.length, 8192);
  for (let at = 0; at < end; at++) {
    const code = octets.charCodeAt(at);
    if (code < 8 || (code > 13 && code < 27)) return true;
  }
  return false;
}
