import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { indexArchive, mboxOf, readMails } from './archive.ts';
import { findThreads, holdsSeries, type IndexedMail } from './threads.ts';

/** A longer thread is a whole development cycle of a stable tree, or ids that were used twice. */
const MAILS_MAX = 500;

export interface Draw {
  readonly count: number;
  readonly seed: number;
}

/**
 * Writes threads that post a series of several patches into a folder, as mboxes named for the order they were drawn
 * in. A folder that holds mboxes already is taken as it is.
 */
export async function drawThreads(gitDir: string, folder: string, draw: Draw): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const there = mboxesIn(folder);
  if (there.length > 0) return there;
  const all = findThreads(await indexArchive(gitDir)).filter(holdsSeries);
  const threads = all.filter((thread) => thread.length <= MAILS_MAX);
  console.error(
    `${all.length} threads post a series of several patches, ${threads.length} within ${MAILS_MAX} mails`,
  );
  const drawn = shuffled(threads, draw.seed).slice(0, draw.count);
  const bytes = await readMails(gitDir, new Set(drawn.flat().map(({ commit }) => commit)));
  for (const [at, thread] of drawn.entries())
    writeFileSync(join(folder, nameOf(at)), mboxOf(bytesOf(thread, bytes)));
  return mboxesIn(folder);
}

function mboxesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.mbox'));
  return names.toSorted().map((name) => join(folder, name));
}

function nameOf(at: number): string {
  return `${String(at).padStart(5, '0')}.mbox`;
}

function bytesOf(
  thread: readonly IndexedMail[],
  bytes: ReadonlyMap<string, Uint8Array>,
): readonly Uint8Array[] {
  return thread.flatMap(({ commit }) => bytes.get(commit) ?? []);
}

/** Fisher and Yates, from the end. */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const generator = xoroshiro128plus(seed);
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const at = uniformInt(generator, 0, last);
    const [one, other] = [mixed[last], mixed[at]];
    if (one !== undefined && other !== undefined) [mixed[last], mixed[at]] = [other, one];
  }
  return mixed;
}
