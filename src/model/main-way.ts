import { callPath, type Functions, isSideWay } from './call-paths.ts';
import type { EntryPoint } from './entry-points.ts';
import type { GivebackSite } from './giveback-sites.ts';
import type { Fact } from './hcd-profile.ts';
import type { SourceFunction } from './source-file.ts';

/** No driver has as many givebacks, or entry points; what a patch adds beyond is not looked at. */
const SITES_MAX = 50;
const ENTRIES_MAX = 100;

/** A giveback, and how the kernel gets there. */
export interface Way {
  readonly site: GivebackSite;
  readonly entry: EntryPoint;
  readonly path: readonly string[];
}

/** A giveback of a transfer that somebody took back, or that could not be started. */
export function isAside(name: string): boolean {
  return /dequeue|enqueue|abandon|unlink/.test(name);
}

/**
 * The giveback that the most urgent entry point reaches, by a way that is not error handling or teardown where there is
 * one; a dequeue path only when there is no other.
 */
export function mainWay(
  sites: readonly GivebackSite[],
  functions: Functions,
  entries: readonly EntryPoint[],
): Way | null {
  const ordered = sites
    .toSorted((a, b) => Number(isAside(a.function)) - Number(isAside(b.function)))
    .slice(0, SITES_MAX);
  for (const isOpen of [(name: string) => !isSideWay(name), () => true])
    for (const entry of entries.slice(0, ENTRIES_MAX))
      for (const site of ordered) {
        const path = callPath(functions, { from: entry.function, to: site.function, isOpen });
        if (path !== null) return { site, entry, path };
      }
  return null;
}

/** Whether a known way leads to the same giveback and every call on it is still made; names of no function are passed over. */
export function isConfirmed(known: readonly string[], { site }: Way, functions: Functions): boolean {
  const names = known.filter((name) => functions.has(name));
  return (
    known.at(-1) === site.function &&
    names.every((name, at) => at === 0 || functions.get(names[at - 1] ?? '')?.callees.has(name))
  );
}

/** Whether two spellings are one lock, reached from two sides: "dum->lock" and "dum_hcd->dum->lock". */
export function isSameLock(one: string, other: string): boolean {
  return one === other || one.endsWith(`->${other}`) || other.endsWith(`->${one}`);
}

/** The lock that is taken on the way to the giveback and below the enqueue function too. */
export function lockOnWay(
  way: Way | null,
  functions: Functions,
  below: readonly SourceFunction[],
): string | null {
  const taken = (way?.path ?? []).flatMap((name) => functions.get(name)?.locks ?? []);
  return taken.find(({ lock }) => takesLock(below, lock))?.lock ?? null;
}

export function takesLock(functions: readonly SourceFunction[], lock: string): boolean {
  return functions.some(({ locks }) => locks.some((taken) => isSameLock(taken.lock, lock)));
}

/** The first function on the way that takes the lock. */
export function lockingFunction(
  path: readonly string[],
  lock: string,
  functions: Functions,
): Fact<string> | null {
  for (const name of path) {
    const own = functions.get(name);
    const taken = own?.locks.find((candidate) => isSameLock(candidate.lock, lock));
    if (own && taken) return { fact: name, source: `${own.path}:${taken.line}` };
  }
  return null;
}
