import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHeader } from '../../src/ingest/encoded-word.ts';
import {
  encodedText,
  foldedHeader,
  headerText,
  isAddress,
  isMessageId,
  mailboxText,
} from '../../src/reply/mail-headers.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

test('header text is one line of at most 200 characters without anything hidden', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(headerText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      expect([...headerText(text)].length).toBeLessThanOrEqual(200);
    }),
  );
});

test('encoded text is ASCII, and a reader of mail decodes it to the same text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const value = encodedText(headerText(text));
      expect(value).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeHeader(value)).toBe(headerText(text));
    }),
  );
});

test('text that looks like an encoded word comes back as that text', () => {
  const trick = '=?utf-8?Q?=0D=0ABcc:_evil@x.example?=';
  expect(decodeHeader(encodedText(trick))).toBe(trick);
});

describe('a mailbox', () => {
  test.each([
    [{ name: 'Ada Bulk', address: 'ada@bulk.example' }, 'Ada Bulk <ada@bulk.example>'],
    [{ name: '', address: 'ada@bulk.example' }, 'ada@bulk.example'],
    [{ name: 'Smith, evil@x.y', address: 'a@b.c' }, '"Smith, evil@x.y" <a@b.c>'],
    [{ name: 'a "b" \\ c', address: 'a@b.c' }, '"a \\"b\\" \\\\ c" <a@b.c>'],
    [{ name: 'Ünal', address: 'a@b.c' }, '=?utf-8?B?w5xuYWw=?= <a@b.c>'],
    [{ name: 'x\r\nBcc: y@z.example', address: 'a@b.c' }, '"x Bcc: y@z.example" <a@b.c>'],
  ])('%j is %s', (mailbox, expected) => expect(mailboxText(mailbox)).toBe(expected));
});

test('a long header is folded at blanks, and unfolds to what it was', () => {
  const value = Array.from({ length: 30 }, (_, index) => `<${index}@author.example>`).join(' ');
  const folded = foldedHeader('References', value);
  expect(Math.max(...folded.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(folded.replaceAll('\n ', ' ')).toBe(`References: ${value}`);
});

test.each([
  ['a@b', true],
  ['20190401.1-x@mail.example', true],
  ['a b@c', false],
  ['a@b>\r\nBcc: c', false],
  ['@b', false],
  [`${'a'.repeat(250)}@b`, false],
])('%j as a Message-ID: %s', (id, expected) => expect(isMessageId(id)).toBe(expected));

test.each([
  ['ada@bulk.example', true],
  ['ada+list@bulk.example', true],
  ['ada@bulk.example, x@y', false],
  ['"a b"@c', false],
  ['ada', false],
])('%j as an address: %s', (address, expected) => expect(isAddress(address)).toBe(expected));
