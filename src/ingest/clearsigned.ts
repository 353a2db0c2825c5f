const OPENING = '-----BEGIN PGP SIGNED MESSAGE-----';
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const CLOSING = '-----END PGP SIGNATURE-----';

/**
 * Text that was signed in place, as its sender wrote it: without the lines around it and the signature, and without the
 * dash and blank that stand before each line that begins with a dash, so that a diff is whole again. What stands outside
 * is kept; text whose signature is not at hand in full stays as it is. Source: RFC 4880 section 7.
 */
export function withoutArmor(body: string): string {
  if (!body.includes(OPENING)) return body;
  const lines = body.split('\n');
  const kept: (readonly string[])[] = [];
  let at = 0;
  for (let signed = nextSigned(lines, at); signed !== null; signed = nextSigned(lines, at)) {
    const text = lines.slice(signed.first, signed.end).map(withoutDash);
    kept.push(lines.slice(at, signed.opening), text);
    at = signed.closing + 1;
  }
  return [...kept.flat(), ...lines.slice(at)].join('\n');
}

function withoutDash(line: string): string {
  return line.startsWith('- ') ? line.slice(2) : line;
}

interface Signed {
  readonly opening: number;
  /** The line of the text behind the empty one that ends the armor's own headers, and the line behind the text. */
  readonly first: number;
  readonly end: number;
  readonly closing: number;
}

function nextSigned(lines: readonly string[], from: number): Signed | null {
  const opening = lineOf(lines, OPENING, from);
  const first = lineOf(lines, '', opening < 0 ? lines.length : opening) + 1;
  const end = first === 0 ? -1 : lineOf(lines, SIGNATURE, first);
  const closing = end < 0 ? -1 : lineOf(lines, CLOSING, end);
  return closing < 0 ? null : { opening, first, end, closing };
}

/** Searched from where the last search ended: a text may hold very many of them. */
function lineOf(lines: readonly string[], wanted: string, from: number): number {
  for (let at = from; at < lines.length; at++) if ((lines[at] ?? '').trimEnd() === wanted) return at;
  return -1;
}
