import type { Address } from './letter.ts';

const BLANK = 32;
const ANGLE_OPEN = 60;
const ANGLE_CLOSE = 62;
const AT = 64;

const IN_NAME = codesOf(/[A-Za-z .-]/);
const IN_ADDRESS = codesOf(/[\w.+=~-]/);
const ADDRESS_LENGTH_MAX = 320;

/**
 * `Name <a@b>` and `a@b` in letters, digits and single blanks, which is what most people of a mail are: read in one pass
 * over a piece of an address list, and nothing made but the result. Null for any other form.
 */
export function readPlainMailbox(list: string, from: number, end: number): Address | null {
  const start = pastBlanks(list, from, end);
  const open = nameEnd(list, start, end);
  const isBracketed = open >= 0 && list.charCodeAt(open) === ANGLE_OPEN;
  const first = isBracketed ? open + 1 : start;
  const last = addressEnd(list, first, end);
  if (last < 0 || (isBracketed && list.charCodeAt(last) !== ANGLE_CLOSE)) return null;
  if (pastBlanks(list, isBracketed ? last + 1 : last, end) < end) return null;
  return { name: isBracketed ? nameIn(list, start, open) : '', address: list.slice(first, last) };
}

function pastBlanks(list: string, from: number, end: number): number {
  let at = from;
  while (at < end && list.charCodeAt(at) <= BLANK) at++;
  return at;
}

/** Where letters and single blanks end; -1 at two blanks in a row, which are one in a name. */
function nameEnd(list: string, start: number, end: number): number {
  let at = start;
  for (; at < end && IN_NAME[list.charCodeAt(at)] === 1; at++)
    if (list.charCodeAt(at) === BLANK && list.charCodeAt(at - 1) === BLANK) return -1;
  return at;
}

function nameIn(list: string, start: number, open: number): string {
  const end = open > start && list.charCodeAt(open - 1) === BLANK ? open - 1 : open;
  return list.slice(start, end);
}

/** Where an address ends that has one `@` and something on both sides of it; -1 when there is none. */
function addressEnd(list: string, first: number, end: number): number {
  const at = wordEnd(list, first, end);
  const last = list.charCodeAt(at) === AT && at < end ? wordEnd(list, at + 1, end) : -1;
  return at > first && last > at + 1 && last - first <= ADDRESS_LENGTH_MAX ? last : -1;
}

function wordEnd(list: string, from: number, end: number): number {
  let at = from;
  while (at < end && IN_ADDRESS[list.charCodeAt(at)] === 1) at++;
  return at;
}

/** 1 for each code of a character that the class holds. */
function codesOf(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
}
