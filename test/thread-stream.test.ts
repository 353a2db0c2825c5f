import { describe, expect, it } from 'vitest';
import type { Letter } from '../src/ingest/letter.ts';
import { streamThreads } from '../src/thread-stream.ts';

function letter(id: string, inReplyTo: string | null = null, references: readonly string[] = []): Letter {
  return {
    messageId: id,
    otherIds: [],
    key: id,
    inReplyTo,
    references,
    from: null,
    to: [],
    cc: [],
    date: null,
    subject: id,
    listId: null,
    autoSubmitted: null,
    text: 'x'.repeat(1_000),
    octets: '',
    attachments: [],
    source: 'mail',
    problems: [],
  };
}

/** Room for so many letters of this file; each counts thirteen thousand characters, most of them for its headers. */
const roomFor = (letters: number): number => 13_000 * letters;

async function threads(letters: readonly Letter[], heldCharactersMax: number): Promise<readonly string[]> {
  async function* stream(): AsyncGenerator<Letter> {
    yield* letters;
  }
  const found: string[] = [];
  for await (const thread of streamThreads(stream(), heldCharactersMax))
    found.push(thread.map(({ messageId }) => messageId).join(' '));
  return found;
}

describe('streamThreads', () => {
  it('keeps the letters of a thread together, whichever comes first', async () => {
    const letters = [letter('b', 'a', ['a']), letter('x'), letter('a'), letter('c', 'b', ['a', 'b'])];
    expect(await threads(letters, roomFor(10))).toEqual(['x', 'b a c']);
  });

  it('gives the thread that was longest untouched when there is no more room', async () => {
    const letters = [letter('a'), letter('b'), letter('a2', 'a'), letter('c'), letter('a3', 'a')];
    expect(await threads(letters, roomFor(3))).toEqual(['b', 'c', 'a a2 a3']);
  });

  it('begins another thread for a letter that comes too late', async () => {
    expect(await threads([letter('a'), letter('b'), letter('a2', 'a')], roomFor(1))).toEqual([
      'a',
      'b',
      'a2',
    ]);
  });

  it('counts what is attached', async () => {
    const log = {
      filename: 'log',
      contentType: 'text/plain',
      text: 'x'.repeat(30_000),
      octets: '',
      head: null,
    };
    const letters = [letter('a'), { ...letter('b'), attachments: [log] }, letter('a2', 'a')];
    expect(await threads(letters, roomFor(3))).toEqual(['a', 'b', 'a2']);
  });

  it('gives nothing for no letters', async () => {
    expect(await threads([], roomFor(1))).toEqual([]);
  });
});
