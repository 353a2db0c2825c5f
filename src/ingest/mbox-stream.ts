import { cutMessages, lastMessage, lineAt, separatorOf } from './mbox.ts';

/** How much behind a separator must be at hand to know that it is one. */
const LOOK_AHEAD = 4096;

/**
 * The messages of an mbox that comes in chunks, split as `splitMbox` splits them; none when it is no mbox. One message
 * and one chunk are held at a time; of a message above `messageBytesMax` the middle is passed over.
 */
export async function* streamMbox(
  chunks: AsyncIterable<Uint8Array>,
  messageBytesMax: number,
): AsyncGenerator<string> {
  let held = '';
  let first: string | null = null;
  let seen = 0;
  for await (const chunk of chunks) {
    held += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const until = held.length - LOOK_AHEAD;
    if (until <= 0) continue;
    if (separatorOf(held) === null) return;
    first ??= lineAt(held, 0);
    const cut = cutMessages(held, { first, from: seen, until });
    yield* cut.messages;
    held = bounded(held.slice(cut.start), messageBytesMax);
    seen = Math.max(0, held.length - LOOK_AHEAD);
  }
  if (separatorOf(held) === null) return;
  const cut = cutMessages(held, { first: first ?? lineAt(held, 0), from: seen, until: held.length });
  yield* cut.messages;
  yield lastMessage(held, cut.start);
}

/** A message that no reader would take whole is not held whole either. */
function bounded(held: string, messageBytesMax: number): string {
  if (held.length <= 2 * messageBytesMax + LOOK_AHEAD) return held;
  return held.slice(0, messageBytesMax + LOOK_AHEAD) + held.slice(-LOOK_AHEAD);
}
