import { decodeUtf7 } from './utf-7.ts';

/** Octets made readable. `unknown` is the charset's name when it was none that anybody knows. */
export interface Decoded {
  readonly text: string;
  readonly unknown: string | null;
}

const NAME_LENGTH_MAX = 40;
const UTF_7: ReadonlySet<string> = new Set(['utf-7', 'utf7', 'unicode-1-1-utf-7', 'x-unicode-2-0-utf-7']);

/** Escape-driven charsets whose octets are all ASCII, and names that mean "not said". */
const SEVEN_BIT = /^(?:iso-2022-|hz-gb|utf-?7|utf-16|utf-32|unicode-1-1-utf-7|x-unicode-)/;
const UNSAID: ReadonlySet<string> = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'unknown-8bit',
  'utf8',
  'utf-8',
]);

/** Names seen in list mail that the encoding standard does not list. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['cp-850', 'windows-1252'],
  ['gb2312_charset', 'gb2312'],
  ['iso8859_1', 'iso-8859-1'],
  ['cp932', 'shift_jis'],
]);

/**
 * Decodes octets held as one character per byte. What is not said, or said to be ASCII, is read as UTF-8 when
 * it is valid UTF-8 and as Latin-1 otherwise; so is an unknown charset. Never throws, and keeps every line feed.
 */
export function decodeOctets(octets: string, charset: string | null): Decoded {
  const name = (charset ?? '').trim().toLowerCase();
  if (isAscii(octets) && !SEVEN_BIT.test(name)) return { text: octets, unknown: unknownName(name) };
  const bytes = Buffer.from(octets, 'latin1');
  if (UNSAID.has(name)) return { text: decodeUnsaid(bytes, name), unknown: null };
  if (UTF_7.has(name)) return { text: decodeUtf7(octets), unknown: null };
  const decoder = decoderFor(SPELLINGS.get(name) ?? name);
  if (decoder === null) return { text: decodeUnsaid(bytes, ''), unknown: unknownName(name) };
  return { text: decoder.decode(bytes), unknown: null };
}

/** True when no character is above 127: only those take one byte in UTF-8. Counting is faster than looking. */
export function isAscii(octets: string): boolean {
  return Buffer.byteLength(octets, 'utf8') === octets.length;
}

function decodeUnsaid(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const fallback = name.startsWith('utf') ? 'utf-8' : 'windows-1252';
    return new TextDecoder(fallback, { ignoreBOM: true }).decode(bytes);
  }
}

function decoderFor(name: string): InstanceType<typeof TextDecoder> | null {
  if (name.length > NAME_LENGTH_MAX) return null;
  try {
    return new TextDecoder(name, { ignoreBOM: true });
  } catch {
    return null;
  }
}

function unknownName(name: string): string | null {
  if (UNSAID.has(name) || decoderFor(SPELLINGS.get(name) ?? name) !== null) return null;
  return name.slice(0, NAME_LENGTH_MAX);
}
