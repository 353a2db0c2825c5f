import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { readSettings } from '../../src/settings.ts';

/**
 * The threads of an archive, found without a store: letters that name an id in common are one thread. Gives the letters
 * in groups, by their keys.
 */
export class ThreadsOfArchive {
  readonly #limits = readSettings().ingest;
  /** Of a letter's key or an id, the one that stands for it; what stands for itself is a thread. */
  readonly #above = new Map<string, string>();
  readonly #letters = new Set<string>();

  async take(mail: Uint8Array): Promise<void> {
    const { value } = await readLetters(mail, { limits: this.#limits, mime: mailparserMime });
    for (const { key, messageId, inReplyTo, references } of value) {
      this.#letters.add(key);
      for (const id of [messageId, inReplyTo, ...references])
        if (id !== null) this.#join(`letter ${key}`, `id ${id}`);
    }
  }

  /** Each letter beside its thread. */
  threadOf(): ReadonlyMap<string, string> {
    return new Map([...this.#letters].map((key) => [key, this.#top(`letter ${key}`)]));
  }

  #join(one: string, other: string): void {
    const [top, second] = [this.#top(one), this.#top(other)];
    if (top !== second) this.#above.set(second, top);
  }

  #top(name: string): string {
    let top = name;
    for (let next = this.#above.get(top); next !== undefined; next = this.#above.get(top)) top = next;
    // The way is short for whoever comes next.
    for (let at = name; at !== top; ) {
      const next = this.#above.get(at) ?? top;
      this.#above.set(at, top);
      at = next;
    }
    return top;
  }
}

/** How many threads both have, and how many letters lie in the same thread by either. */
export function compareThreads(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): { readonly threads: readonly [number, number]; readonly differing: number } {
  const meets = new Map<string, string>();
  const met = new Map<string, string>();
  let differing = 0;
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const [here, there] = [one.get(key), other.get(key)];
    if (here === undefined || there === undefined) {
      differing += 1;
      continue;
    }
    if (!meets.has(here)) meets.set(here, there);
    if (!met.has(there)) met.set(there, here);
    if (meets.get(here) !== there || met.get(there) !== here) differing += 1;
  }
  return { threads: [new Set(one.values()).size, new Set(other.values()).size], differing };
}
