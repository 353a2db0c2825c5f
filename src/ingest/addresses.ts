import { decodeHeader } from './encoded-word.ts';
import type { Address } from './letter.ts';

const BLANK = 32;
const DASH = 45;
const DOT = 46;
const AT = 64;
const BACKSLASH = 92;
const QUOTE = 34;
const COMMENT_OPEN = 40;
const COMMENT_CLOSE = 41;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const ANGLE_OPEN = 60;
const ANGLE_CLOSE = 62;
const NEVER_IN_DOMAIN: ReadonlySet<number> = new Set([
  QUOTE,
  COMMENT_OPEN,
  COMMENT_CLOSE,
  COMMA,
  SEMICOLON,
  ANGLE_OPEN,
  ANGLE_CLOSE,
]);

/** Source: RFC 5321 section 4.5.3.1, 64 octets of a local part and 255 of a domain. */
const ADDRESS_LENGTH_MAX = 320;

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
  const addresses: Address[] = [];
  let isOdd = false;
  for (const item of items) {
    const text = item.trim();
    const address = text === '' ? null : readMailbox(text);
    if (address !== null) addresses.push(address);
    else if (text.includes('@')) isOdd = true;
  }
  return { addresses, isOdd };
}

/** Reads one mailbox of the ordinary forms; null when it is another. */
export function readMailbox(item: string): Address | null {
  const open = item.lastIndexOf('<');
  if (open < 0) return readBare(item);
  const close = item.indexOf('>', open);
  if (close < 0) return null;
  const address = item.slice(open + 1, close).trim();
  if (!isAddress(address)) return null;
  const name = readName(item.slice(0, open));
  return { name: name === '' ? readComment(item.slice(close + 1)) : name, address };
}

/** Whether text has the form local@domain, without blanks in the domain. */
export function isAddress(text: string): boolean {
  let at = -1;
  let odd = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === AT) at = index;
    else if (code <= BLANK || NEVER_IN_DOMAIN.has(code)) odd = index;
  }
  return at > 0 && at < text.length - 1 && odd < at && text.length <= ADDRESS_LENGTH_MAX;
}

/** A display name as people read it: unquoted, encoded words decoded, blanks collapsed. */
export function readName(raw: string): string {
  const text = raw.trim();
  if (isPlain(text)) return text;
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  const inner = (isQuoted ? text.slice(1, -1) : text).replaceAll(/\\(.)/g, '$1');
  return decodeHeader(inner).replaceAll(/\s+/g, ' ').trim();
}

/** Letters and single blanks, a dot or a dash among them: nothing to unquote or decode. */
function isPlain(text: string): boolean {
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!isLetter && code !== DOT && code !== DASH && (code !== BLANK || before === BLANK)) return false;
    before = code;
  }
  return true;
}

function readBare(item: string): Address | null {
  const [address = '', ...rest] = item.split(/\s+/);
  if (!isAddress(address)) return null;
  const comment = rest.join(' ');
  const isComment = comment === '' || (comment.startsWith('(') && comment.endsWith(')'));
  return isComment ? { name: readComment(comment), address } : null;
}

/** A comment behind an address stands in for the name that was left out. */
function readComment(text: string): string {
  const comment = text.trim();
  return comment.startsWith('(') && comment.endsWith(')') ? readName(comment.slice(1, -1)) : '';
}

/** Cuts at the commas outside quotes, brackets and comments; null when those do not balance or a group begins. */
function splitList(raw: string, addressesMax: number): string[] | null {
  if (!/["()\\:;]/.test(raw)) return raw.split(',', addressesMax);
  const items: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isBracketed = false;
  let comments = 0;
  for (let at = 0; at < raw.length && items.length < addressesMax; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE && comments === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (code === COMMENT_OPEN) comments++;
    else if (code === COMMENT_CLOSE) comments--;
    else if (comments > 0) continue;
    else if (code === ANGLE_OPEN) isBracketed = true;
    else if (code === ANGLE_CLOSE) isBracketed = false;
    else if (isBracketed) continue;
    else if (code === COLON || code === SEMICOLON) return null;
    else if (code === COMMA) {
      items.push(raw.slice(start, at));
      start = at + 1;
    }
  }
  if (isQuoted || isBracketed || comments !== 0) return null;
  if (items.length < addressesMax) items.push(raw.slice(start));
  return items;
}
