import type { Address } from '../ingest/letter.ts';
import { personOf } from './trailers.ts';

/** What the first lines of a patch mail say of the patch, where sender and author differ. */
export interface InBodyHeaders {
  readonly from: Address | null;
  readonly subject: string | null;
  /** The message behind them. */
  readonly rest: string;
}

const BEGINNING = /^\s{0,200}(?:From|Subject|Date|>?From [0-9a-f]{40}|\[PATCH\] )/;

/**
 * Reads `From:`, `Subject:` and `Date:` at the very start of a patch mail's text; a folded one goes on below. A name
 * comes once, and the first line that is none of them ends
 * them; a line `[PATCH] title` is a subject. Source: git mailinfo, in-body headers.
 */
export function readInBody(text: string): InBodyHeaders {
  if (!BEGINNING.test(text)) return { from: null, subject: null, rest: text };
  const lines = text.split('\n');
  const found = new Map<string, string>();
  let at = lines.findIndex((line) => line.trim() !== '' && !/^>?From [0-9a-f]{40} /.test(line));
  let last: string | null = null;
  for (; at >= 0 && at < lines.length; at++) {
    const line = lines[at] ?? '';
    const header = /^(From|Subject|Date): ?(.*)$/.exec(line.replace(/^\[PATCH\] /, 'Subject: '));
    const name = header?.[1] ?? null;
    if (name !== null && !found.has(name)) {
      found.set(name, header?.[2]?.trim() ?? '');
      last = name;
    } else if (last !== null && /^[ \t]+\S/.test(line))
      found.set(last, `${found.get(last) ?? ''} ${line.trim()}`);
    else break;
  }
  const from = readFrom(found.get('From') ?? '');
  const isAny = found.size > 0 && (from !== null || !found.has('From'));
  if (!isAny) return { from: null, subject: null, rest: text };
  return { from, subject: found.get('Subject') ?? null, rest: lines.slice(at).join('\n') };
}

/** A person with an address; anything else is text that happens to begin like a header. */
function readFrom(value: string): Address | null {
  const bare = /^[^\s@]+@[^\s@]+$/.test(value) ? { name: '', address: value } : null;
  const person = bare ?? personOf(value);
  return person.address === null ? null : person;
}
