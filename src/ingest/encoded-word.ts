import { decodeOctets, isAscii } from './charset.ts';
import { unpack } from './transfer-encoding.ts';

interface Word {
  readonly charset: string;
  readonly octets: string;
  readonly end: number;
}

/** A stretch of a header: an encoded word, or plain text when `charset` is null. */
interface Piece {
  readonly charset: string | null;
  readonly octets: string;
}

/**
 * A header value as people read it: encoded words decoded, raw 8-bit text read as UTF-8 or Latin-1, one line.
 * Octets of adjacent words in one charset are joined first, since mailers cut inside a character.
 * Source: RFC 2047; RFC 2231 section 5 for the language behind `*`.
 */
export function decodeHeader(value: string): string {
  if (!value.includes('=?')) return oneLine(isAscii(value) ? value : decodeOctets(value, null).text);
  const pieces = joinPieces(cutPieces(value));
  return oneLine(pieces.map((piece) => decodeOctets(piece.octets, piece.charset).text).join(''));
}

function cutPieces(value: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let plainFrom = 0;
  for (let start = value.indexOf('=?'); start >= 0; start = value.indexOf('=?', start)) {
    const word = readWord(value, start);
    if (word === null) {
      start += 2;
      continue;
    }
    pieces.push({ charset: null, octets: value.slice(plainFrom, start) }, word);
    plainFrom = word.end;
    start = word.end;
  }
  pieces.push({ charset: null, octets: value.slice(plainFrom) });
  return pieces;
}

/** White space between two encoded words is no text, and words in one charset are one text. */
function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const isGap =
      piece.charset === null && piece.octets.trim() === '' && index > 0 && index < pieces.length - 1;
    const last = joined.at(-1);
    if (isGap) continue;
    if (last === undefined || last.charset !== piece.charset) joined.push(piece);
    else joined[joined.length - 1] = { charset: last.charset, octets: last.octets + piece.octets };
  }
  return joined;
}

function readWord(value: string, start: number): Word | null {
  const charsetEnd = value.indexOf('?', start + 2);
  if (charsetEnd < 0 || charsetEnd - start > 60) return null;
  const kind = value.slice(charsetEnd + 1, charsetEnd + 3).toLowerCase();
  const end = value.indexOf('?=', charsetEnd + 3);
  if ((kind !== 'q?' && kind !== 'b?') || end < 0) return null;
  const packed = value.slice(charsetEnd + 3, end);
  if (kind === 'q?' ? packed.includes('=?') : /[^A-Za-z0-9+/= ]/.test(packed)) return null;
  const charset = value.slice(start + 2, charsetEnd).split('*', 1)[0] ?? '';
  const octets =
    kind === 'q?' ? unpack(packed.replaceAll('_', ' '), 'quoted-printable') : unpack(packed, 'base64');
  return { charset: charset.toLowerCase(), octets, end: end + 2 };
}

/** Line feeds can hide in an encoded word, and controls have no business in a header. */
function oneLine(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
