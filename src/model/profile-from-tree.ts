import type { ParseC } from './c-syntax.ts';
import { type CoreSource, readCore } from './core-source.ts';
import type { HcdProfile } from './hcd-profile.ts';
import { profileOfSource, type SourcedProfile } from './profile-of-source.ts';
import { type DriverReading, type DriverSource, readDriver } from './read-driver.ts';
import type { SourceTree } from './source-tree.ts';

/** A kernel tree, and what reads C in it. */
export interface TreeSource {
  readonly tree: SourceTree;
  readonly parseC: ParseC;
  /** Files that were read already; shared by two readings, the second one costs little. */
  readonly known?: DriverReading['known'];
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
  const { tree, parseC, known = new Map() } = from;
  const source = readDriver(tree, expected, { parseC, known });
  if (source === null) return null;
  const core = readCore(tree);
  return { ...profileOfSource(source, core, expected), source, core };
}
