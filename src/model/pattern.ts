import type { CToken } from './c-tokens.ts';
import type { ChangeKind, ModelChange } from './hcd.ts';
import type { HunkSides } from './patch-sides.ts';
import type { HunkRest } from './unexplained.ts';

/** A change and what it is about: opposite changes of one subject in one series cancel each other. */
export interface FoundChange extends ModelChange {
  /** The function, the lock or the structure: the same before and after a move. */
  readonly subject: string;
}

/** What a recogniser saw in the hunks of one driver, and the tokens it can answer for. */
export interface Found {
  readonly changes: readonly FoundChange[];
  readonly explained: ReadonlySet<CToken>;
}

/** What there is to say of one kind of change, whether or not it is simulated. */
export interface PatternFacts {
  /** Its numbers in usb-model, section 5: a change and its reverse share one recogniser. P33 and on are our own. */
  readonly codes: readonly [string, ...string[]];
  readonly what: string;
  /** The parameter of the model that it sets. */
  readonly sets: string;
  /** Its first-order effect. */
  readonly effect: string;
  /** Hazards to look for, by their numbers in usb-model. */
  readonly hazards: readonly string[];
}

/** A kind of change that the model has a parameter for. */
export interface SimulatedPattern extends PatternFacts {
  readonly find: (hunks: readonly HunkSides[]) => Found;
}

/** A change that is told by name, although the simulator has no parameter for it. */
export interface NamedChange {
  readonly path: string;
  readonly line: number;
  /** What it was and what it is: "RX_URBS 4 → 8". */
  readonly detail: string;
}

/** A kind of change that can be told by name and not played. */
export interface NamedPattern extends PatternFacts {
  /** Why the simulator can not play it. */
  readonly notPlayed: string;
  readonly findNamed: (rests: readonly HunkRest[]) => NamedChange[];
}

export type Pattern = SimulatedPattern | NamedPattern;

/** Something that is there on either side of a hunk, and in one of two states. */
export interface Site {
  readonly subject: string;
  readonly state: boolean;
  readonly hunk: HunkSides;
  /** Index of the token that shows it. */
  readonly at: number;
}

export const OPPOSITE: Readonly<Record<ChangeKind, ChangeKind>> = {
  'hcd-bh-added': 'hcd-bh-removed',
  'hcd-bh-removed': 'hcd-bh-added',
  'lock-drop-removed': 'lock-drop-added',
  'lock-drop-added': 'lock-drop-removed',
  'irq-threaded': 'irq-unthreaded',
  'irq-unthreaded': 'irq-threaded',
  'buffers-cached': 'buffers-coherent',
  'buffers-coherent': 'buffers-cached',
  'skb-queueing-removed': 'skb-queueing-added',
  'skb-queueing-added': 'skb-queueing-removed',
  'byte-queue-limits-added': 'byte-queue-limits-removed',
  'byte-queue-limits-removed': 'byte-queue-limits-added',
  'header-cached': 'header-uncached',
  'header-uncached': 'header-cached',
  'events-blocked': 'events-unblocked',
  'events-unblocked': 'events-blocked',
  'bei-interval-changed': 'bei-interval-changed',
  'bei-minimum-changed': 'bei-minimum-changed',
  'storage-buffers-changed': 'storage-buffers-changed',
  'storage-buffer-size-changed': 'storage-buffer-size-changed',
  'ether-queue-changed': 'ether-queue-changed',
  'ether-throttling-added': 'ether-throttling-removed',
  'ether-throttling-removed': 'ether-throttling-added',
  'moderation-changed': 'moderation-changed',
};

/**
 * Each site of the code before with the same site after it, by subject and then by order; one whose function was
 * renamed is found when it is the only one left over in its hunk. Sites that only one side has are in no pair.
 */
export function pairSites<T extends Site>(before: readonly T[], after: readonly T[]): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  const restBefore: T[] = [];
  const restAfter = new Set(after);
  const partnersOf = groupBySubject(after);
  for (const [subject, sites] of groupBySubject(before)) {
    const partners = partnersOf.get(subject) ?? [];
    for (const [index, site] of sites.entries()) {
      const partner = partners.length === sites.length ? partners[index] : undefined;
      if (partner === undefined) restBefore.push(site);
      else {
        pairs.push([site, partner]);
        restAfter.delete(partner);
      }
    }
  }
  return [...pairs, ...renamedPair(restBefore, [...restAfter])];
}

/** What is left over on both sides of one hunk is one site under two names. */
function renamedPair<T extends Site>(before: readonly T[], after: readonly T[]): (readonly [T, T])[] {
  const [lone, ...others] = before;
  const [match, ...more] = after;
  const isPair = others.length === 0 && more.length === 0 && lone?.hunk === match?.hunk;
  return lone && match && isPair ? [[lone, match]] : [];
}

function groupBySubject<T extends Site>(sites: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const site of sites) {
    const group = groups.get(site.subject);
    if (group) group.push(site);
    else groups.set(site.subject, [site]);
  }
  return groups;
}
