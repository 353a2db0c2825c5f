import type { Trailer } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';

/** Keys that are trailers though they do not end in "-by". Lower case. */
const KEYS: ReadonlySet<string> = new Set([
  'link',
  'fixes',
  'cc',
  'closes',
  'buglink',
  'change-id',
  'base-commit',
  'reported-and-tested-by',
  'depends-on',
  'based-on',
  'obsoletes',
  'supersedes',
  'prerequisite-change-id',
  'prerequisite-patch-id',
  'prerequisite-message-id',
  'bugzilla',
  'references',
  'upstream-commit',
  'cc-stable',
  'git-commit',
  'patch-mainline',
  'suggested-by',
]);

/** A trailer with the line it stands on. */
export interface PlacedTrailer {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/**
 * The trailers among lines without quote marks: known keys, and whatever ends in "-by". Lines such as "Date:",
 * "Subject:" or "Phone:" are none, and a trailer wrapped over two lines is one.
 */
export function findTrailers(lines: readonly string[]): readonly PlacedTrailer[] {
  const found: PlacedTrailer[] = [];
  for (const [index, line] of lines.entries()) {
    const trailer = readTrailer(line);
    if (trailer === null) continue;
    const value = continued(trailer.value, lines[index + 1] ?? '');
    if (value !== '' && value !== '?') found.push({ key: trailer.key, value, line: index + 1 });
  }
  return found;
}

/** A trailer's person: the name, and the address where the line has one. */
export function personOf(value: string): { readonly name: string; readonly address: string | null } {
  const open = value.lastIndexOf('<');
  const close = value.indexOf('>', open);
  if (open < 0 || close < 0) return { name: value.split('#', 1)[0]?.trim() ?? '', address: null };
  const name = value
    .slice(0, open)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  return { name, address: value.slice(open + 1, close).trim() };
}

/** The id of the posting that a commit was made from: maintainers link it as `Link: https://lore.kernel.org/r/<id>`. */
export function linkedId(message: string): string | null {
  const links = findTrailers(message.split('\n')).filter((trailer) => trailer.key.toLowerCase() === 'link');
  const ids = links.map(
    ({ value }) => /^https?:\/\/[\w.-]{1,100}\/(?:r|all|[\w-]{1,60})\/([^\s/]{3,250})\/?$/.exec(value)?.[1],
  );
  return ids.findLast((id) => id?.includes('@')) ?? null;
}

/** The trailers of a commit message that one letter holds, those of a length that a trailer has. */
export function messageTrailers(
  message: string,
  messageId: string | null,
  limits: SeriesLimits,
): readonly Trailer[] {
  const found = findTrailers(message.split('\n')).filter((trailer) => isOfLength(trailer, limits));
  return found.map(({ key, value }) => ({ key, value, messageId }));
}

export function isOfLength({ value }: PlacedTrailer, { trailerCharactersMax }: SeriesLimits): boolean {
  return value.length <= trailerCharactersMax;
}

/** Whether a key vouches for the patch on somebody's behalf. */
export function isPersonKey(key: string): boolean {
  return key.toLowerCase().endsWith('-by');
}

function readTrailer(line: string): { key: string; value: string } | null {
  const colon = line.indexOf(':');
  if (colon <= 0) return null;
  const key = line.slice(0, colon);
  if (!/^[A-Za-z][A-Za-z-]+$/.test(key) || !isTrailerKey(key)) return null;
  return { key: spelled(key), value: withoutLinks(line.slice(colon + 1).trim()) };
}

/** Mailers that write HTML put a link behind the address. */
function withoutLinks(value: string): string {
  const link = value.indexOf('<mailto:');
  const end = value.indexOf('>', link);
  return link < 0 || end < 0 ? value : value.slice(0, link) + value.slice(end + 1);
}

function isTrailerKey(key: string): boolean {
  const lower = key.toLowerCase();
  return KEYS.has(lower) || (lower.endsWith('-by') && lower.length > 4);
}

/** "reviewed-by" and "Reviewed-By" are "Reviewed-by". */
function spelled(key: string): string {
  const lower = key.toLowerCase();
  return lower.endsWith('-by') ? lower.charAt(0).toUpperCase() + lower.slice(1) : key;
}

/** An address that a mailer put on the next line belongs to the trailer. */
function continued(value: string, next: string): string {
  const hasOpenAddress = value.includes('<') && !value.includes('>');
  const isAddressNext = /^\s*<[^<>\s]+>\s*$/.test(next);
  if (isAddressNext && !value.includes('<')) return `${value} ${next.trim()}`;
  return hasOpenAddress && next.includes('>') ? `${value}${next.trim()}` : value;
}
