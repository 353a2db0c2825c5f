import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import { parseSubject } from '../../src/series/subject.ts';
import { readDocument, readOne } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const T = 'corpus/mail/git/t';
const bytesOf = (name: string) => readFileSync(shared(`${T}/${name}`));
const textOf = (name: string) => bytesOf(`t5100/${name}`).toString('utf8');

/** What git wrote of a mail's headers: `Author`, `Email`, `Subject`, `Date`. */
function infoOf(name: string): Readonly<Record<string, string>> {
  const lines = textOf(name)
    .split('\n')
    .map((line) => /^([A-Z][a-z]+): ?(.*)$/.exec(line));
  return Object.fromEntries(
    lines.flatMap((line) => (line === null ? [] : [[line[1], (line[2] ?? '').trim()]])),
  );
}

function readingOf(letter: Letter) {
  const found = readPatch(letter);
  const author = found.author ?? letter.from;
  return {
    Author: author?.name || author?.address,
    Email: author?.address,
    Subject: parseSubject(found.subject ?? letter.subject).title,
    Date: Date.parse(letter.date ?? ''),
  };
}

/** Message 10 begins without an empty line above, so that it is text to us: 17 letters, numbered as git numbers them. */
async function sample(): Promise<ReadonlyMap<string, Letter>> {
  const { value } = await readDocument(bytesOf('t5100/sample.mbox'));
  return new Map(value.map((letter, at) => [String(at + (at >= 9 ? 2 : 1)).padStart(4, '0'), letter]));
}

describe.skipIf(!sharedExists)('the sample of t5100', () => {
  test("every message is git's; of a From that is a list we keep it as words, as git does without in-body headers", async () => {
    for (const [number, letter] of await sample()) {
      const expected = textOf(`msg${number}${number === '0015' ? '--no-inbody-headers' : ''}`);
      expect(readPatch(letter).message).toBe(expected.trim());
    }
  });

  test("authors, titles and dates are git's; a date in the body is none of the letter's", async () => {
    const differing: (readonly [string, string])[] = [];
    for (const [number, letter] of await sample()) {
      const info = infoOf(`info${number}`);
      const reading = readingOf(letter);
      for (const key of ['Author', 'Email', 'Subject'] as const)
        if (reading[key] !== info[key]) differing.push([number, key]);
      if (reading.Date !== Date.parse(info['Date'] ?? '')) differing.push([number, 'Date']);
    }
    expect(differing).toEqual([
      // git makes the comment behind an address a part of the name.
      ['0001', 'Author'],
      // It holds no patch: git does not believe its first lines then, and we do for cover letters.
      ['0008', 'Author'],
      ['0008', 'Email'],
      ['0015', 'Author'],
      ['0015', 'Email'],
      ['0016', 'Date'],
    ]);
  });

  test('what git keeps without in-body headers stands in the text', async () => {
    const letters = await sample();
    for (const number of ['0015', '0016', '0018']) {
      const letter = letters.get(number);
      const info = infoOf(`info${number}--no-inbody-headers`);
      expect(letter?.text.trimStart().startsWith(textOf(`msg${number}--no-inbody-headers`).trim())).toBe(
        true,
      );
      expect(letter?.octets).toContain(
        bytesOf(`t5100/patch${number}--no-inbody-headers`).toString('latin1').trim(),
      );
      expect(letter?.from).toMatchObject({ name: info['Author'], address: info['Email'] });
      expect(letter?.subject).toContain(info['Subject']);
      expect(Date.parse(letter?.date ?? '')).toBe(Date.parse(info['Date'] ?? ''));
    }
  });

  test('above scissors we cut nothing off, and what git keeps below is the end of the message', async () => {
    const letter = (await sample()).get('0014');
    const found = letter === undefined ? null : readPatch(letter);
    expect(found?.message.endsWith(textOf('msg0014--scissors').trim())).toBe(true);
    expect(found?.message).toContain(infoOf('info0014--scissors')['Subject']);
    expect(letter?.octets.trimEnd().endsWith(textOf('patch0014--scissors').trimEnd())).toBe(true);
  });

  test('the Message-ID that git adds on request is the id of the letter', async () => {
    const letter = (await sample()).get('0012');
    expect(textOf('msg0012--message-id')).toContain(`Message-ID: <${letter?.messageId}>`);
    expect(
      letter?.octets.trimEnd().endsWith(bytesOf('t5100/patch0012--message-id').toString('latin1').trimEnd()),
    ).toBe(true);
    expect(readingOf(letter as Letter).Subject).toBe(infoOf('info0012--message-id')['Subject']);
  });
});

describe.skipIf(!sharedExists)('other mails of t5100', () => {
  test('both mails of the mboxrd lose one mark of each quoted line', async () => {
    const { value } = await readDocument(bytesOf('t5100/sample.mboxrd'));
    expect(value).toHaveLength(2);
    for (const [at, letter] of value.entries()) {
      const body = textOf(`000${at + 1}mboxrd`)
        .split('\n\n')
        .slice(1)
        .join('\n\n');
      expect(letter.text.trimEnd().endsWith(body.trimEnd())).toBe(true);
    }
  });

  test('a CR inside a line stays in the octets, and CRLF line ends are LF', async () => {
    const { value } = await readDocument(bytesOf('t5100/quoted-cr.mbox'));
    const unpacked = (name: string) => textOf(name).replaceAll('%%\n', '\n').replaceAll('%%', '\r');
    expect(value).toHaveLength(2);
    for (const letter of value) {
      const found = readPatch(letter);
      expect(readingOf(letter)).toMatchObject({
        Author: infoOf('quoted-cr-info')['Author'],
        Subject: 'sample',
      });
      expect(found.message.replaceAll(' p', '\rp')).toContain('pytest is suffixed');
      expect(letter.octets).toContain(unpacked('quoted-cr-msg').trimEnd());
      expect(unpacked('quoted-cr-patch')).toContain(found.wholeOctets);
    }
  });

  test.each(['nul-plain', 'nul-b64.in'])(
    '%s has its NUL bytes in the octets and not in the text',
    async (name) => {
      const { value, problems } = await readDocument(bytesOf(`t5100/${name}`));
      const [letter] = value;
      if (letter === undefined) return expect(problems.map(({ code }) => code)).toEqual(['input-not-mail']);
      expect(letter.text).not.toContain('\0');
      expect(letter.octets.includes('\0')).toBe(true);
      const patch = bytesOf('t5100/nul-b64.expect').toString('latin1').trimEnd();
      return expect(patch).toContain(readPatch(letter).wholeOctets?.trimEnd());
    },
  );

  test('nothing is no letter', async () => {
    expect((await readDocument(bytesOf('t5100/empty'))).problems.map(({ code }) => code)).toEqual([
      'input-empty',
    ]);
  });

  test('a file in UTF-16 is read as the text it is, or refused', async () => {
    const { value, problems } = await readDocument(bytesOf('t3900/UTF-16.txt'));
    expect(value).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['input-not-mail']);
  });
});

test.skipIf(!sharedExists)('t4256: the flowed patch makes of one file the other', async () => {
  const octets = readPatch(await readOne(bytesOf('t4256/1/patch'))).wholeOctets;
  const folder = mkdtempSync(join(tmpdir(), 't4256-'));
  try {
    mkdirSync(join(folder, 't'));
    writeFileSync(join(folder, 'mailinfo.c'), bytesOf('t4256/1/mailinfo.c.orig'));
    const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    execFileSync('git', ['init', '-q'], { cwd: folder, env });
    execFileSync('git', ['apply'], { cwd: folder, env, input: Buffer.from(octets ?? '', 'latin1') });
    expect(readFileSync(join(folder, 'mailinfo.c')).equals(bytesOf('t4256/1/mailinfo.c'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
