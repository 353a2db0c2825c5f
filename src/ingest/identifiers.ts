import { added } from './short-list.ts';

const ID_LENGTH_MAX = 250;
const NONE: readonly string[] = [];

/**
 * The Message-ID a raw header value gives, without angle brackets: the bracketed part, else one bare token, which may have
 * lost one of its brackets.
 * Null when there is none, when it is longer than 250 characters, or when it was hidden in an encoded word.
 */
export function readMessageId(raw: string): string | null {
  const open = raw.indexOf('<');
  const head = open < 0 ? raw : raw.slice(0, open);
  if (head.includes('=?')) return null;
  const bracketed = open < 0 ? undefined : bracketedIds(raw, 1)[0];
  if (bracketed !== undefined) return bracketed;
  const bare = raw.trim().replace(/^<|>$/g, '').trim();
  return isId(bare) ? bare : null;
}

/** Every bracketed id of References or In-Reply-To, in order and once; comments, commas and words between are passed over. */
export function readReferences(raw: string, idsMax: number): readonly string[] {
  const ids = bracketedIds(raw, idsMax);
  return ids.length < 2 ? ids : [...new Set(ids)];
}

/**
 * The ids of an In-Reply-To. A bare address is no id: git-send-email once asked for the id on a terminal,
 * and people typed addresses. Source: design of patchwork, commit 7546f7e9.
 */
export function readInReplyTo(raw: string): readonly string[] {
  const ids = readReferences(raw, 10);
  if (ids.length > 0) return ids;
  const bare = raw.trim();
  return isId(bare) && bare.includes('@') ? [bare] : [];
}

function bracketedIds(raw: string, idsMax: number): readonly string[] {
  let ids: string[] | null = null;
  let open = raw.indexOf('<');
  while (open >= 0 && (ids?.length ?? 0) < idsMax) {
    const close = raw.indexOf('>', open);
    if (close < 0) break;
    const inner = raw.slice(raw.lastIndexOf('<', close) + 1, close).trim();
    if (isId(inner)) ids = added(ids, inner);
    open = raw.indexOf('<', close);
  }
  return ids ?? NONE;
}

function isId(text: string): boolean {
  if (text.length === 0 || text.length > ID_LENGTH_MAX || text.includes('=?')) return false;
  return /^[!-;=?-~]+$/.test(text);
}
