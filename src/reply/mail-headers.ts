import type { Mailbox } from './draft.ts';

const HEADER_CHARACTERS_MAX = 200;
const ID_BYTES_MAX = 250;
const LINE_CHARACTERS_MAX = 76;
/** 45 octets are 60 characters of base64; with `=?utf-8?B?` and `?=` they stay within the 75 of RFC 2047. */
const WORD_OCTETS_MAX = 45;

const PRINTABLE = /^[\x20-\x7e]*$/;
const ATOMS = /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*$/;
const ID = /^[\x21-\x3b\x3d\x3f-\x7e]+$/;
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

/** Text from outside as one line of a header: no controls, no bidi marks, single blanks, at most 200 characters. */
export function headerText(text: string): string {
  const plain = text
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return [...plain].slice(0, HEADER_CHARACTERS_MAX).join('').trim();
}

/** Header text in printable ASCII. Text that only looks like an encoded word is encoded too, or it would be decoded. */
export function encodedText(text: string): string {
  return PRINTABLE.test(text) && !text.includes('=?') ? text : encodedWords(text);
}

/** True for an id, without its angle brackets, that can stand in a header as it is. */
export function isMessageId(id: string): boolean {
  const at = id.indexOf('@');
  return at > 0 && at < id.length - 1 && id.length <= ID_BYTES_MAX && ID.test(id);
}

/** True for a bare address that can stand in a header and in an envelope as it is. */
export function isAddress(address: string): boolean {
  return address.length <= ID_BYTES_MAX && ADDRESS.test(address);
}

/** "Ada Bulk <ada@bulk.example>"; a name with marks in it is quoted, one beyond ASCII is encoded. */
export function mailboxText({ name, address }: Mailbox): string {
  const shown = headerText(name);
  if (shown === '') return address;
  if (!PRINTABLE.test(shown) || shown.includes('=?')) return `${encodedWords(shown)} <${address}>`;
  const phrase = ATOMS.test(shown) ? shown : `"${shown.replace(/["\\]/g, '\\$&')}"`;
  return `${phrase} <${address}>`;
}

/** One header, folded at its blanks so that lines have at most 76 characters wherever blanks allow it. */
export function foldedHeader(name: string, value: string): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of value.split(' ')) {
    if (line.length + 1 + word.length > LINE_CHARACTERS_MAX && line !== `${name}:`) {
      lines.push(line);
      line = '';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

function encodedWords(text: string): string {
  const words: string[] = [];
  let pending = '';
  for (const character of text) {
    if (Buffer.byteLength(pending + character) > WORD_OCTETS_MAX) {
      words.push(pending);
      pending = '';
    }
    pending += character;
  }
  return [...words, pending].map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
