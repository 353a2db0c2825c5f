import type { Patch } from '../series/series.ts';
import type { CToken } from './c-tokens.ts';
import type { Scope } from './driver-choice.ts';
import { type DriverGroup, groupsOf } from './driver-groups.ts';
import type { ChangeKind, ModelChange } from './hcd.ts';
import type { HcdProfile } from './hcd-profile.ts';
import type { HunkSides } from './patch-sides.ts';
import { type FoundChange, OPPOSITE } from './pattern.ts';
import { NAMED_PATTERNS, SIMULATED_PATTERNS } from './patterns.ts';
import { findUnexplained, type HunkRest, restsOf } from './unexplained.ts';
import { beyondPatterns, offPath, oncePerFile, type Unmodelled } from './unmodelled.ts';
import { isUnread, notCode } from './unread-file.ts';

/** A change and the host-controller driver whose file shows it; null in usbcore and in a class driver. */
export interface DriverChange {
  readonly driver: string | null;
  readonly change: ModelChange;
}

/** What the diffs of a series do, in the model's terms. */
export interface DiffReading {
  readonly changes: readonly DriverChange[];
  readonly unmodelled: readonly Unmodelled[];
  /** The hunks of files the model knows. */
  readonly hunks: readonly HunkSides[];
  /** Whether a file of a host-controller driver, of usbcore or of a class driver is among those changed. */
  readonly touchesModel: boolean;
  /** Drivers whose files are touched, the first one first. */
  readonly drivers: readonly string[];
  /** Every kind of change that has a name, wherever it stands, the most telling first. */
  readonly kinds: readonly KindOfChange[];
}

/** A kind of change by its number in usb-model, and the file that shows it. */
export interface KindOfChange {
  readonly code: string;
  readonly what: string;
  readonly path: string;
}

interface Tracked extends DriverChange {
  readonly subject: string;
}

/** Reads the patches in order; what a later patch takes back is no change of the series. */
export function readDiff(patches: readonly Patch[], profiles: readonly HcdProfile[]): DiffReading {
  const groups = patches.flatMap((patch) => groupsOf(patch.files, profiles));
  let changes: Tracked[] = [];
  const unmodelled: Unmodelled[] = [];
  const kinds: KindOfChange[] = [];
  for (const group of groups) {
    const reading = readGroup(group);
    kinds.push(...reading.kinds);
    for (const change of reading.changes) changes = withChange(changes, change);
    unmodelled.push(...reading.unmodelled);
  }
  return {
    changes,
    unmodelled: oncePerFile(unmodelled),
    hunks: groups.filter(({ scope }) => scope.kind !== 'other').flatMap(({ hunks }) => hunks),
    touchesModel: groups.some(({ scope }) => scope.kind !== 'other'),
    drivers: [...new Set(groups.flatMap(({ driver }) => driver ?? []))],
    kinds,
  };
}

interface GroupReading {
  readonly changes: readonly Tracked[];
  readonly unmodelled: readonly Unmodelled[];
  readonly kinds: readonly KindOfChange[];
}

function readGroup({ driver, scope, files, hunks }: DriverGroup): GroupReading {
  const { found, explained, kinds } = findChanges(hunks);
  const known = found.filter((change) => isKnown(change, scope));
  const rests = restsOf(hunks, explained);
  const named = findNamed(rests, scope);
  return {
    changes: known.map(({ subject, ...change }) => ({ driver, change, subject })),
    unmodelled: [
      ...found.filter((change) => !known.includes(change)).map(offPath),
      ...named.map(({ path, why }) => ({ file: path, why })),
      ...findUnexplained(rests)
        .filter(({ path, line }) => !named.some((one) => one.path === path && one.line === line))
        .map((difference) => beyondPatterns(difference, scope)),
      ...files.filter(isUnread).flatMap(notCode),
    ],
    kinds: [...kinds, ...named],
  };
}

function findChanges(hunks: readonly HunkSides[]): {
  readonly found: readonly FoundChange[];
  readonly explained: ReadonlySet<CToken>;
  readonly kinds: readonly KindOfChange[];
} {
  const all = SIMULATED_PATTERNS.map(({ codes, what, find }) => ({ code: codes[0], what, ...find(hunks) }));
  return {
    found: all.flatMap(({ changes }) => changes),
    explained: new Set(all.flatMap(({ explained }) => [...explained])),
    kinds: all.flatMap(({ code, what, changes }) =>
      changes.map(({ file }) => ({ code, what, path: file ?? '' })),
    ),
  };
}

/** Adds a change, or strikes out the one it takes back. */
function withChange(changes: readonly Tracked[], next: Tracked): Tracked[] {
  const isTakenBack = (earlier: Tracked): boolean =>
    earlier.driver === next.driver &&
    earlier.subject === next.subject &&
    earlier.change.kind === OPPOSITE[next.change.kind] &&
    earlier.change.from === next.change.to;
  return changes.some(isTakenBack) ? changes.filter((change) => !isTakenBack(change)) : [...changes, next];
}

/** Whether a change is about the path that the profile describes: not a gadget's, not a dequeue's, not a stranger's. */
function isKnown({ kind, subject }: FoundChange, scope: Scope): boolean {
  if (scope.kind === 'other') return false;
  if (isOfFunctions(kind)) return scope.kind === 'hcd' && isUdc(scope.profile);
  if (kind !== 'lock-drop-added' && kind !== 'lock-drop-removed') return true;
  if (scope.kind === 'hcd' && isUdc(scope.profile))
    return subject.startsWith(scope.profile.giveback.function.fact);
  return scope.kind === 'hcd' && !subject.includes('gadget') && !subject.includes('dequeue');
}

function isOfFunctions(kind: ChangeKind): boolean {
  return kind.startsWith('storage-buffer') || kind.startsWith('ether-');
}

/** A device controller's, which has functions. */
function isUdc(profile: HcdProfile): boolean {
  return 'functions' in profile;
}

/** Changes that have a name and no parameter in the simulator; they say more than the line they begin in. */
function findNamed(
  rests: readonly HunkRest[],
  scope: Scope,
): (KindOfChange & { readonly line: number; readonly why: string })[] {
  return NAMED_PATTERNS.flatMap(({ codes: [code], what, notPlayed, findNamed: find }) =>
    find(rests).map(({ path, line, detail }) => {
      const reason = scope.kind === 'other' ? 'not a driver the model knows' : notPlayed;
      return { code, what, path, line, why: `${what} (${code}): ${detail}, line ${line}; ${reason}` };
    }),
  );
}
