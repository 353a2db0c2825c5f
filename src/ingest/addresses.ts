import { decodeHeader } from './encoded-word.ts';
import type { Address } from './letter.ts';

/** What an address list gave; `isOdd` asks for the general MIME library. */
export interface AddressList {
  readonly addresses: readonly Address[];
  readonly isOdd: boolean;
}

/**
 * Reads the ordinary forms of an address list: `Name <a@b>`, `"Name, First" <a@b>`, `a@b`, `a@b (Name)`.
 * Groups, routes and unbalanced quotes are left to the MIME library.
 */
export function readAddressList(raw: string, addressesMax: number): AddressList {
  const items = splitList(raw, addressesMax);
  if (items === null) return { addresses: [], isOdd: true };
  const addresses = items
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(readMailbox);
  const found = addresses.filter((address) => address !== null);
  return { addresses: found, isOdd: found.length < addresses.length };
}

/** Reads one mailbox of the ordinary forms; null when it is another. */
export function readMailbox(item: string): Address | null {
  const open = item.lastIndexOf('<');
  if (open < 0) return readBare(item);
  const close = item.indexOf('>', open);
  if (close < 0) return null;
  const address = item.slice(open + 1, close).trim();
  if (!isAddress(address)) return null;
  return { name: readName(item.slice(0, open)), address };
}

/** Whether text has the form local@domain, without blanks. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && text.length <= 320 && !/[\s<>(),;"]/.test(text.slice(at));
}

/** A display name as people read it: unquoted, encoded words decoded, blanks collapsed. */
export function readName(raw: string): string {
  const text = raw.trim();
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  const inner = isQuoted ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
  return decodeHeader(inner).replaceAll(/\s+/g, ' ').trim();
}

function readBare(item: string): Address | null {
  const [address = '', ...rest] = item.split(/\s+/);
  if (!isAddress(address)) return null;
  const comment = rest.join(' ');
  if (comment === '') return { name: '', address };
  const isComment = comment.startsWith('(') && comment.endsWith(')');
  return isComment ? { name: readName(comment.slice(1, -1)), address } : null;
}

/** Cuts at the commas outside quotes, brackets and comments; null when those do not balance or a group begins. */
function splitList(raw: string, addressesMax: number): string[] | null {
  const items: string[] = [];
  let start = 0;
  let quoted = false;
  let comments = 0;
  let bracketed = false;
  for (let at = 0; at < raw.length && items.length < addressesMax; at++) {
    const character = raw[at];
    if (character === '\\') at++;
    else if (character === '"' && comments === 0) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') comments++;
    else if (character === ')') comments--;
    else if (comments > 0) continue;
    else if (character === '<') bracketed = true;
    else if (character === '>') bracketed = false;
    else if ((character === ':' && !bracketed) || (character === ';' && !bracketed)) return null;
    else if (character === ',' && !bracketed) {
      items.push(raw.slice(start, at));
      start = at + 1;
    }
  }
  if (quoted || comments !== 0 || bracketed) return null;
  if (items.length < addressesMax) items.push(raw.slice(start));
  return items;
}
