import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitMbox } from '../../src/ingest/mbox.ts';
import { streamMbox } from '../../src/ingest/mbox-stream.ts';

const MARK = 'From mboxrd@z Thu Jan  1 00:00:00 1970\n';

/** What a writer of mboxrd makes of messages. */
function join(messages: readonly string[]): string {
  return messages.map((message) => `${MARK}${message.replaceAll(/^(>*From )/gm, '>$1')}\n`).join('');
}

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), 'latin1');
}

async function streamed(text: string, size: number, bytesMax = 1_000_000): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const message of streamMbox(chunksOf(text, size), bytesMax)) found.push(message);
  return found;
}

const line = fc.constantFrom(
  '',
  'hello',
  'From here',
  '>From there',
  '>>From where',
  MARK.trimEnd(),
  'Subject: x',
  'diff --git a/x b/x',
);
const message = fc.array(line, { maxLength: 12 }).map((lines) => `Subject: s\n\n${lines.join('\n')}\n`);
const messages = fc.array(message, { minLength: 1, maxLength: 6 });

test('what is joined is split again, byte for byte', () => {
  fc.assert(
    fc.property(messages, (all) => {
      expect([...splitMbox(join(all))]).toEqual(all);
    }),
  );
});

test('chunks of any size give the same messages as the whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      messages,
      fc.integer({ min: 1, max: 9000 }),
      fc.nat(9000),
      async (all, size, padding) => {
        const text = join([...all, `Subject: long\n\n${'x\n'.repeat(padding)}`]);
        expect(await streamed(text, size)).toEqual([...splitMbox(text)]);
      },
    ),
    { numRuns: 50 },
  );
});

test('of a message without end only the first bytes are held, and the next one is found', async () => {
  const text = join([`Subject: long\n\n${'x\n'.repeat(50_000)}`, 'Subject: next\n\nhello\n']);
  const [long, next] = await streamed(text, 5000, 10_000);
  expect(long?.length).toBeLessThan(50_000);
  expect(next).toBe('Subject: next\n\nhello\n');
});

describe('an mbox whose writer counts', () => {
  const LINE = 'From ada@example.org Tue May  7 16:02:31 2019\n';
  const counted = (body: string, length = body.length) =>
    `${LINE}Subject: s\nContent-Length: ${length}\n\n${body}\n`;
  const nested = `forwarded:\n\n${LINE}Subject: inner\n\n>From here\n`;

  test('a message inside a body that is counted is text, and nothing in it was quoted', async () => {
    const text = counted(nested) + counted('x\n');
    const expected = [nested, 'x\n'].map((body) => `Subject: s\nContent-Length: ${body.length}\n\n${body}`);
    expect([...splitMbox(text)]).toEqual(expected);
    expect(await streamed(text + counted('y\n'.repeat(40_000)), 700)).toHaveLength(3);
  });

  test('one mark is taken off where the writer both counts and quotes', () => {
    const [first] = splitMbox(counted('>From here\n') + counted('x\n'));
    expect(first?.endsWith('\nFrom here\n')).toBe(true);
  });

  test.each([1, 5, 900, 2_000_000_000])(
    'a count of %i that no separator follows is not trusted',
    async (length) => {
      const text = counted('hello\n', length) + counted('x\n') + counted('y\n'.repeat(40_000));
      expect([...splitMbox(text)]).toHaveLength(3);
      expect(await streamed(text, 700)).toHaveLength(3);
    },
  );

  test('chunks of any size give the same messages as the whole', async () => {
    const bodies = fc.array(fc.constantFrom(nested, 'x\n', '>From here\n', 'y\n'.repeat(9000)), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer({ min: 500, max: 30_000 }), async (all, size) => {
        const text = all.map((body) => counted(body)).join('');
        expect(await streamed(text, size)).toEqual([...splitMbox(text)]);
      }),
      { numRuns: 40 },
    );
  });
});

test('text that is no mbox has no messages', async () => {
  expect([...splitMbox('hello\n')]).toEqual([]);
  expect(await streamed('x'.repeat(20_000), 1000)).toEqual([]);
});
