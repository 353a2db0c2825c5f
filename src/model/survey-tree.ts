import type { CoreSource } from './core-source.ts';
import { readCore } from './core-source.ts';
import { scopeOf } from './driver-choice.ts';
import { type GivebackSite, type SitesRead, sitesIn } from './giveback-sites.ts';
import type { HcdProfile } from './hcd-profile.ts';
import { noneKnown, readOnce, sourceTexts } from './known-sources.ts';
import { GIVEBACK_CALLS } from './lock-calls.ts';
import { profileFromTree, type TreeProfile, type TreeSource } from './profile-from-tree.ts';
import type { SourceDriver, SourceFile } from './source-file.ts';

/** A `struct hc_driver` of a tree. */
export interface FoundStructure {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** Null when it leaves `.flags` to be set elsewhere. */
  readonly hcdBh: boolean | null;
  /** The driver whose profile speaks for it; null for one that no profile knows. */
  readonly driver: string | null;
}

/** All host-controller drivers of a tree, and every giveback in it. */
export interface TreeSurvey {
  readonly core: CoreSource | null;
  readonly drivers: readonly TreeProfile[];
  /** Profiles for which the tree has no driver. */
  readonly absent: readonly string[];
  readonly structures: readonly FoundStructure[];
  /** Host's and gadget's givebacks. */
  readonly givebacks: readonly GivebackSite[];
  /** Functions with a giveback whose text the parser could not read. */
  readonly unread: readonly string[];
}

/** Where Linux keeps what can give back an URB or a gadget's request. */
const USB = 'drivers/usb/';

/** Reads every driver that `profiles` know, and looks through drivers/usb for those they do not. */
export function surveyTree(source: TreeSource, profiles: readonly HcdProfile[]): TreeSurvey {
  const shared = { known: noneKnown(), ...source };
  const files = sourceTexts(source.tree, USB)
    .filter(({ path }) => path.endsWith('.c'))
    .map((file) => readOnce(file, shared.known));
  const read = profiles.map((expected) => ({ expected, found: profileFromTree(shared, expected) }));
  const giving = files.flatMap((file) => givingIn(file, shared));
  return {
    core: readCore(source.tree, shared.known),
    drivers: read.flatMap(({ found }) => found ?? []),
    absent: read.flatMap(({ expected, found }) => (found === null ? [expected.driver] : [])),
    structures: files.flatMap(({ drivers }) => drivers).map((one) => structureOf(one, profiles)),
    givebacks: giving.flatMap(({ sites }) => sites),
    unread: giving.flatMap(({ unread }) => unread),
  };
}

function givingIn({ functions }: SourceFile, { parseC }: TreeSource): SitesRead[] {
  return functions
    .filter(({ callees }) => [...GIVEBACK_CALLS].some((name) => callees.has(name)))
    .map((one) => sitesIn(one, parseC));
}

function structureOf(
  { name, path, line, fields }: SourceDriver,
  profiles: readonly HcdProfile[],
): FoundStructure {
  const flags = fields.get('flags');
  const scope = scopeOf(path, profiles);
  return {
    name,
    path,
    line,
    hcdBh: flags === undefined ? null : flags.split(/\W+/).includes('HCD_BH'),
    driver: scope.kind === 'hcd' ? scope.profile.driver : null,
  };
}
