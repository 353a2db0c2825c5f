import { decodeHeader } from './encoded-word.ts';

/** A MIME header with parameters: `text/plain; charset=utf-8`. `value` is in lower case. */
export interface Parameterized {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Names given more than once with different values, RFC 2231 pieces beside a plain value among them. */
  readonly repeated: readonly string[];
}

const PARAMETERS_MAX = 50;
const UNSAID: Parameterized = { value: '', parameters: new Map(), repeated: [] };

/** Reads Content-Type or Content-Disposition. Source: RFC 2045 section 5.1, RFC 2231 section 3. */
export function readParameterized(raw: string): Parameterized {
  if (raw === '') return UNSAID;
  const pieces = splitAtSemicolons(raw);
  const parameters = new Map<string, string>();
  const repeated: string[] = [];
  for (const piece of pieces.slice(1, PARAMETERS_MAX)) {
    const equals = piece.indexOf('=');
    if (equals < 0) continue;
    const key = piece.slice(0, equals).trim().toLowerCase();
    const [name = '', section] = key.split('*', 2);
    const written = unquoted(piece.slice(equals + 1).trim());
    const value = key.endsWith('*') ? withoutPercents(written) : written;
    const before = parameters.get(name);
    const isPiece = section !== undefined && section !== '' && section !== '0';
    if (before !== undefined && before !== value && !isPiece && !repeated.includes(name)) repeated.push(name);
    parameters.set(name, isPiece ? (before ?? '') + value : (before ?? value));
  }
  return { value: (pieces[0] ?? '').trim().toLowerCase(), parameters, repeated };
}

/** A file name as shown to people; never a path to open. */
export function readFilename(disposition: Parameterized, type: Parameterized): string | null {
  const raw = disposition.parameters.get('filename') ?? type.parameters.get('name');
  return raw === undefined || raw === '' ? null : decodeHeader(raw).slice(0, 255);
}

/** `utf-8''caf%C3%A9`: the octets behind the charset and the language. Source: RFC 2231 section 4. */
function withoutPercents(written: string): string {
  const packed = written.replace(/^[^']{0,60}'[^']{0,60}'/, '');
  return packed.replaceAll(/%([0-9a-f]{2})/gi, (_, pair: string) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );
}

function splitAtSemicolons(raw: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at];
    if (character === '\\' && isQuoted) at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      pieces.push(raw.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(raw.slice(start));
  return pieces;
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value.split(/[\s(]/, 1)[0] ?? '';
  const end = value.lastIndexOf('"');
  return value.slice(1, end > 0 ? end : value.length).replaceAll(/\\(.)/g, '$1');
}
