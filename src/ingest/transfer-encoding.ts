import { unpackUuencode } from './uuencode.ts';

/** How a part's octets were packed for transport. `odd` is one that we do not unpack. */
export type TransferEncoding = 'none' | 'base64' | 'quoted-printable' | 'uuencode' | 'odd';

const PLAIN: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary', '7-bit', '8-bit', 'none']);
const UUENCODE: ReadonlySet<string> = new Set(['x-uuencode', 'x-uue', 'uuencode', 'uue']);

/** Reads a Content-Transfer-Encoding; case, blanks and comments do not count. */
export function readTransferEncoding(value: string | null): TransferEncoding {
  if (value === null || PLAIN.has(value)) return 'none';
  const name = value.split(/[\s;(]/, 1)[0]?.toLowerCase() ?? '';
  if (PLAIN.has(name)) return 'none';
  if (name === 'base64' || name === 'quoted-printable') return name;
  return UUENCODE.has(name) ? 'uuencode' : 'odd';
}

/** Unpacks a body held as one character per byte, to the same form. Characters outside the alphabet are passed over. */
export function unpack(body: string, encoding: TransferEncoding): string {
  if (encoding === 'base64') return unpackBase64(body);
  if (encoding === 'quoted-printable') return unpackQuotedPrintable(body);
  if (encoding === 'uuencode') return unpackUuencode(body);
  return body;
}

/** Some mailers pack a body in several pieces, each with its own end; what is no base64 behind the end is not read. */
function unpackBase64(body: string): string {
  const end = body.indexOf('=');
  const rest = end < 0 ? '' : body.slice(end);
  const isOne = !/[A-Za-z0-9+/]/.test(rest) || /[^A-Za-z0-9+/=\s]/.test(rest);
  const pieces = isOne ? [body] : body.split(/={1,2}/);
  return pieces.map((piece) => Buffer.from(piece, 'base64').toString('latin1')).join('');
}

/** RFC 2045 section 6.7. A soft break may have blanks behind the `=`; a stray `=` stays as it is. */
function unpackQuotedPrintable(body: string): string {
  if (!body.includes('=')) return body;
  const pieces = body.split('=');
  let octets = pieces[0] ?? '';
  for (const piece of pieces.slice(1)) octets += unpackPiece(piece);
  return octets;
}

function unpackPiece(piece: string): string {
  const code = hexPair(piece);
  if (code !== null) return String.fromCharCode(code) + piece.slice(2);
  const soft = /^[ \t]{0,80}\r?\n/.exec(piece);
  return soft === null ? `=${piece}` : piece.slice(soft[0].length);
}

function hexPair(piece: string): number | null {
  const pair = piece.slice(0, 2);
  return /^[0-9A-Fa-f]{2}$/.test(pair) ? Number.parseInt(pair, 16) : null;
}
