import { cutMessages, type Dialect, dialectOf, LOOK_AHEAD, lastMessage } from './mbox.ts';

const SCRATCH_BYTES = 65_536;

/**
 * The messages of an mbox that comes in chunks, split as `splitMbox` splits them; none when it is no mbox. One message
 * and one chunk are held at a time; of a message above `messageBytesMax` the middle is passed over. Each message is a
 * copy of its own: whoever keeps a word of it keeps no chunk.
 */
export async function* streamMbox(
  chunks: AsyncIterable<Uint8Array>,
  messageBytesMax: number,
): AsyncGenerator<string> {
  const copyOf = copier();
  let held = '';
  let dialect: Dialect | null = null;
  let seen = 0;
  for await (const chunk of chunks) {
    held += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const until = held.length - LOOK_AHEAD;
    if (until <= 0) continue;
    dialect ??= dialectOf(held);
    if (dialect === null) return;
    const cut = cutMessages(held, { dialect, from: seen, until, awaitedMax: messageBytesMax });
    for (const message of cut.messages) yield copyOf(message);
    held = bounded(held.slice(cut.start), messageBytesMax);
    seen = dialect.isCounted ? 0 : Math.max(0, held.length - LOOK_AHEAD);
  }
  dialect ??= dialectOf(held);
  if (dialect === null) return;
  const cut = cutMessages(held, { dialect, from: seen, until: held.length, awaitedMax: 0 });
  for (const message of cut.messages) yield copyOf(message);
  yield copyOf(lastMessage(held, cut.start, dialect));
}

/** A piece of a string holds on to the whole of it; written out and read again, it stands alone. */
function copier(): (message: string) => string {
  let scratch = Buffer.alloc(SCRATCH_BYTES);
  return (message) => {
    if (message.length > scratch.length) scratch = Buffer.alloc(2 * message.length);
    return scratch.toString('latin1', 0, scratch.write(message, 'latin1'));
  };
}

/** A message that no reader would take whole is not held whole either. */
function bounded(held: string, messageBytesMax: number): string {
  if (held.length <= 2 * messageBytesMax + LOOK_AHEAD) return held;
  return held.slice(0, messageBytesMax + LOOK_AHEAD) + held.slice(-LOOK_AHEAD);
}
