import type { ClassDriver } from '../class-drivers.ts';
import type { Hazard, Hcd, ModelChange } from '../hcd.ts';
import type { HcdProfile } from '../hcd-profile.ts';
import type { ModuleSource } from '../module-source.ts';
import type { HunkSides } from '../patch-sides.ts';

/** A driver's giveback path before and after, and what changed it. */
export interface Path {
  /** Whether the flag is read in the tree, so that a diff that does not show it leaves nothing open. */
  readonly isFlagKnown: boolean;
  readonly before: Hcd;
  readonly after: Hcd;
  readonly changes: readonly ModelChange[];
  readonly profile: HcdProfile;
}

/** One module of the tree that the series touches, on both sides. */
export interface ModuleSides {
  readonly before: ModuleSource;
  readonly after: ModuleSource;
  /** Functions whose text the series changes, adds or takes away. */
  readonly changed: ReadonlySet<string>;
  /** Whether it is the host-controller driver that the model is about. */
  readonly isHost: boolean;
}

/** All that hazards are looked for in. */
export interface HazardScene {
  readonly path: Path;
  /** The diff, of files the model knows. */
  readonly hunks: readonly HunkSides[];
  /** Whole files; empty without a tree that takes the series. */
  readonly modules: readonly ModuleSides[];
  /** Who submits again from complete(), as the tree has it where there is one. */
  readonly classDrivers: () => readonly ClassDriver[];
}

/** One row of the lint: `code` is its number in usb-model, section 5. */
export interface HazardCheck {
  readonly code: string;
  readonly find: (scene: HazardScene) => readonly Hazard[];
}

/** A hazard, and what tells it from others of its kind. */
export interface KeyedHazard {
  readonly key: string;
  readonly hazard: Hazard;
}

/** The hazards that the module has after the series and did not have before it. */
export function broughtAbout(
  { before, after }: ModuleSides,
  find: (module: ModuleSource) => readonly KeyedHazard[],
): Hazard[] {
  const found = find(after);
  if (found.length === 0) return [];
  const old = new Set(find(before).map(({ key }) => key));
  return found.filter(({ key }) => !old.has(key)).map(({ hazard }) => hazard);
}

/** The change of one of these kinds that has a place. */
export function placeOfChange({ changes }: Path, kinds: readonly ModelChange['kind'][]): Hazard['where'] {
  const change = changes.find(
    ({ kind, file, line }) => kinds.includes(kind) && file !== null && line !== null,
  );
  return change?.file == null || change.line === null ? null : { file: change.file, line: change.line };
}
