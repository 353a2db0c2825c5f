import { parseSubject } from '../../src/series/subject.ts';

/** What is kept of a mail while the archive is read through. */
export interface IndexedMail {
  readonly commit: string;
  readonly messageId: string | null;
  /** The ids it names, in any order. */
  readonly named: readonly string[];
  readonly subject: string;
}

/**
 * The mails of an archive by thread: two are in one thread when a chain of ids leads from one to the other, also
 * through a mail that is not at hand. Threads and their mails are in the order of the archive.
 */
export function findThreads(mails: readonly IndexedMail[]): readonly (readonly IndexedMail[])[] {
  const groups = new Groups();
  const keys = mails.map(({ commit, messageId }) => messageId ?? commit);
  for (const [at, mail] of mails.entries())
    for (const id of mail.named) groups.join(keys[at] ?? mail.commit, id);
  const byRoot = new Map<string, IndexedMail[]>();
  for (const [at, mail] of mails.entries()) {
    const root = groups.rootOf(keys[at] ?? mail.commit);
    const thread = byRoot.get(root);
    if (thread === undefined) byRoot.set(root, [mail]);
    else thread.push(mail);
  }
  return [...byRoot.values()];
}

/** Whether a thread posts a series of several patches: two counted patches of it are at hand. */
export function holdsSeries(thread: readonly IndexedMail[]): boolean {
  const counted = thread.filter(({ subject }) => {
    const { isReply, isPull, index, total } = parseSubject(subject);
    return !isReply && !isPull && index !== null && index >= 1 && (total ?? 0) >= 2;
  });
  return counted.length >= 2;
}

/** Sets of keys that grow together. */
class Groups {
  readonly #above = new Map<string, string>();

  rootOf(key: string): string {
    let root = key;
    for (let up = this.#above.get(root); up !== undefined; up = this.#above.get(root)) root = up;
    for (let at = key; at !== root; ) {
      const up = this.#above.get(at) ?? root;
      this.#above.set(at, root);
      at = up;
    }
    return root;
  }

  join(one: string, other: string): void {
    const [root, joined] = [this.rootOf(one), this.rootOf(other)];
    if (root !== joined) this.#above.set(joined, root);
  }
}
