import type { Patch } from '../series/series.ts';
import { toldStateAfter, toldStateBefore } from './apply-changes.ts';
import { applySeries, type Refusal } from './apply-diff.ts';
import type { ModuleSides } from './hazards/hazard-check.ts';
import type { ChangeKind, Era, Hcd, ModelChange } from './hcd.ts';
import { type HcdProfile, hcdOf } from './hcd-profile.ts';
import { noneKnown } from './known-sources.ts';
import { moduleSidesOf } from './module-sides.ts';
import { profileFromTree, type TreeProfile, type TreeSource } from './profile-from-tree.ts';

/** A driver in a tree, before a series and after it. */
export interface TreeSides {
  readonly before: Hcd;
  readonly after: Hcd;
  readonly profile: HcdProfile;
  /** usbcore's in the tree; null when it has none. */
  readonly era: Era | null;
  readonly changes: readonly ModelChange[];
  /** Changes the diff showed and the sources of this driver do not bear out. */
  readonly unborne: readonly ModelChange[];
  /** What the series touches, in whole files. */
  readonly modules: readonly ModuleSides[];
  /** Functions with a giveback whose text the parser could not read. */
  readonly unread: readonly string[];
  /** Where the tree, as it is, differs from the expected profile. */
  readonly differences: TreeProfile['differences'];
}

/** Why the tree could not be asked: the hunks it did not take, or no driver of that name in it. */
export interface TreeRefusal {
  readonly refused: readonly Refusal[];
}

/** What the sources of a host controller do not tell, or not surely: it stands in class drivers or in glue, and the diff says it. */
const TOLD_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'buffers-cached',
  'buffers-coherent',
  'skb-queueing-removed',
  'skb-queueing-added',
  'byte-queue-limits-added',
  'byte-queue-limits-removed',
  'header-cached',
  'header-uncached',
  'events-blocked',
  'events-unblocked',
  'bei-interval-changed',
  'bei-minimum-changed',
  'moderation-changed',
]);

/**
 * Reads the driver in the tree as it is and as the series leaves it. `seen` are the changes the diff showed; what only the
 * sources show is added to them. A series that does not apply gives a refusal, whatever part of it would.
 */
export function readSides(
  source: TreeSource,
  patches: readonly Patch[],
  { expected, seen }: { readonly expected: HcdProfile; readonly seen: readonly ModelChange[] },
): TreeSides | TreeRefusal {
  const { tree, refused: ours } = applySeries(source.tree, patches);
  const refused = [...ours, ...(source.trial?.refusedByGit ?? [])];
  const shared = { known: noneKnown(), ...source };
  const stock = profileFromTree(shared, expected);
  const patched = refused.length > 0 ? null : profileFromTree({ ...shared, tree }, expected);
  if (stock === null && refused.length === 0) return { refused: [noDriver(expected)] };
  if (stock === null || patched === null) return { refused };
  const told = seen.filter(({ kind }) => TOLD_KINDS.has(kind));
  const shown = differingKinds(stock.profile, patched.profile);
  const borne = seen.filter(({ kind }) => TOLD_KINDS.has(kind) || shown.some((one) => one.kind === kind));
  const trees = { before: source.tree, after: tree, parseC: source.parseC, known: shared.known };
  const touched = patches.flatMap(({ files }) => files.map(({ path }) => path));
  const extra = shown.filter(({ kind }) => !seen.some((change) => change.kind === kind));
  const before = toldStateBefore(hcdOf(stock.profile), told);
  const after = toldStateAfter(toldStateBefore(hcdOf(patched.profile), told), told);
  return {
    before,
    after,
    profile: patched.profile,
    era: stock.core?.era ?? null,
    changes: borne.concat(extra),
    unborne: seen.filter((change) => !borne.includes(change)),
    unread: [...new Set([...stock.source.unread, ...patched.source.unread])],
    differences: stock.differences,
    modules: moduleSidesOf(
      { ...trees, isHcdIrqThreaded: [isThreaded(stock), isThreaded(patched)] },
      touched,
      patched.profile.files,
    ),
  };
}

function isThreaded({ core }: TreeProfile): boolean {
  return core?.isHcdIrqThreaded ?? false;
}

function noDriver({ driver, files }: HcdProfile): Refusal {
  return { path: files[0] ?? '', hunk: 0, why: `the tree has no driver ${driver}` };
}

function differingKinds(from: HcdProfile, to: HcdProfile): ModelChange[] {
  const changes: ModelChange[] = [];
  if (from.hcdBh.fact !== to.hcdBh.fact)
    changes.push(change(to.hcdBh.fact ? 'hcd-bh-added' : 'hcd-bh-removed', from.hcdBh, to.hcdBh));
  const { lockStyle: style } = from.giveback;
  const { lockStyle: then } = to.giveback;
  if ((style.fact === 'dropped') !== (then.fact === 'dropped'))
    changes.push(change(then.fact === 'dropped' ? 'lock-drop-added' : 'lock-drop-removed', style, then));
  if (from.irq.type.fact !== to.irq.type.fact)
    changes.push(
      change(to.irq.type.fact === 'hard' ? 'irq-unthreaded' : 'irq-threaded', from.irq.type, to.irq.type),
    );
  return changes;
}

interface Sourced {
  readonly fact: unknown;
  readonly source: string;
}

function change(kind: ChangeKind, from: Sourced, to: Sourced): ModelChange {
  const [file = null, line = ''] = to.source.split(':');
  const number = /^\d+$/.test(line) ? Number(line) : null;
  return { kind, from: `${from.fact}`, to: `${to.fact}`, file, line: number, evidence: to.source };
}
