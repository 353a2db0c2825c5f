import { type CoreSource, readCore } from './core-source.ts';
import type { HcdProfile } from './hcd-profile.ts';
import { profileOfSource, type SourcedProfile } from './profile-of-source.ts';
import { type DriverReading, type DriverSource, readDriver } from './read-driver.ts';
import type { SourceTree } from './source-tree.ts';
import type { TreeTrial } from './tree-use.ts';

/** A kernel tree, and what reads C in it. */
export interface TreeSource extends DriverReading {
  readonly tree: SourceTree;
  /** Which tree it is, and what came of putting the series there; absent where nobody asks. */
  readonly trial?: TreeTrial;
}

/** A driver's profile as a tree has it, with the sources it was read from. */
export interface TreeProfile extends SourcedProfile {
  readonly source: DriverSource;
  readonly core: CoreSource | null;
}

/**
 * The profile of one driver, read in a tree; `expected` says where its files are and what is known of it elsewhere. Null
 * when the tree has no such driver.
 */
export function profileFromTree(from: TreeSource, expected: HcdProfile): TreeProfile | null {
  const { tree } = from;
  const source = readDriver(tree, expected, from);
  if (source === null) return null;
  const core = readCore(tree, from.known);
  return { ...profileOfSource(source, core, expected), source, core };
}
