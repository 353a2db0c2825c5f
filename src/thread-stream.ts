import type { Letter } from './ingest/letter.ts';

/**
 * Threads out of a stream of letters: each when the stream has moved on, the longest untouched first, the rest at the
 * end. At most `heldCharactersMax` characters are held, so a letter that comes after its thread has gone begins
 * another; whatever order an archive has, letters of one thread stand near each other in it.
 */
export async function* streamThreads(
  letters: AsyncIterable<Letter>,
  heldCharactersMax: number,
): AsyncGenerator<readonly Letter[]> {
  const held = new HeldThreads();
  for await (const letter of letters) {
    held.add(letter);
    while (held.characters > heldCharactersMax) yield held.takeOldest();
  }
  while (held.characters > 0) yield held.takeOldest();
}

interface HeldThread {
  readonly letters: Letter[];
  readonly ids: Set<string>;
  characters: number;
}

/** Threads in the order in which they were last added to, and the ids by which a letter finds its own. */
class HeldThreads {
  /** A Set keeps the order of insertion: taken out and put back, a thread is the youngest. */
  readonly #threads = new Set<HeldThread>();
  readonly #byId = new Map<string, HeldThread>();
  characters = 0;

  add(letter: Letter): void {
    const ids = idsOf(letter);
    const known = ids.map((id) => this.#byId.get(id)).find((thread) => thread !== undefined);
    const thread = known ?? { letters: [], ids: new Set(), characters: 0 };
    const characters = charactersOf(letter);
    thread.letters.push(letter);
    thread.characters += characters;
    this.characters += characters;
    for (const id of ids.filter((one) => !this.#byId.has(one))) {
      thread.ids.add(id);
      this.#byId.set(id, thread);
    }
    this.#threads.delete(thread);
    this.#threads.add(thread);
  }

  takeOldest(): readonly Letter[] {
    const [oldest] = this.#threads;
    if (oldest === undefined) throw new Error('nothing is held');
    this.#threads.delete(oldest);
    for (const id of oldest.ids) this.#byId.delete(id);
    this.characters -= oldest.characters;
    return oldest.letters;
  }
}

/**
 * What a letter costs beside its bodies: its headers, which are held in one piece with them, and all that was made of
 * them. Letters of linux-usb take 10 to 12 kB more than their text.
 */
const FRAME_CHARACTERS = 12_000;

/** A body that needed no decoding is one text, not two. */
function charactersOf({ text, octets, attachments }: Letter): number {
  const bodies = [{ text, octets }, ...attachments];
  return bodies.reduce(
    (sum, body) => sum + body.text.length + (body.octets === body.text ? 0 : body.octets.length),
    FRAME_CHARACTERS,
  );
}

/** Its own id, what it answers, and the first message of its thread: a reply may come before what it answers. */
function idsOf({ messageId, key, inReplyTo, references }: Letter): readonly string[] {
  const ids = [messageId ?? key, inReplyTo, references[0], references.at(-1)];
  return [...new Set(ids)].filter((id) => id !== null && id !== undefined);
}
