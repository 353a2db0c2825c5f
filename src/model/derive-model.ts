import type { Series } from '../series/series.ts';
import { stateAfter, stateBefore } from './apply-changes.ts';
import { classDriversIn } from './class-drivers.ts';
import { configurationsOf } from './configuration.ts';
import { namedDriver, usualDriver } from './driver-choice.ts';
import { eraOf, eraWithTasklet, inEra, type Kernel, kernelOf, profileIn } from './era.ts';
import { readSides } from './from-tree.ts';
import type { HazardScene } from './hazards/hazard-check.ts';
import { findHazards } from './hazards.ts';
import type { DriverFrom, Era, Hcd, Model, ModelChange } from './hcd.ts';
import type { HcdProfile } from './hcd-profile.ts';
import type { TreeSource } from './profile-from-tree.ts';
import { type DiffReading, type DriverChange, readDiff } from './read-diff.ts';
import { readText } from './read-text.ts';
import { treeUse } from './tree-use.ts';
import { isUntoldIn, untoldOf } from './untold.ts';
import { withUvcBuffers } from './uvc-buffers.ts';

/**
 * What a series does to the giveback path: from its diff where there is one, else from its subject and from `labels`,
 * the names of the configurations its claims compare. Null when neither says anything the model knows.
 *
 * With `source` the driver is read in a kernel tree, as it is and as the series leaves it. A series that the tree does
 * not take is read from its diff alone, and the model's own `source` says so.
 *
 * A class driver's patch, or usbcore's, is put on the host controller its text names, else on xhci.
 */
export function deriveModel(
  series: Series,
  profiles: readonly HcdProfile[],
  labels: readonly string[],
  source: TreeSource | null = null,
): Model | null {
  const asked = { series, profiles, labels, source };
  return series.patches.some(({ files }) => files.length > 0) ? fromDiff(asked) : fromText(asked);
}

interface Asked {
  readonly series: Series;
  readonly profiles: readonly HcdProfile[];
  readonly labels: readonly string[];
  readonly source: TreeSource | null;
}

function fromDiff({ series, profiles, labels, source }: Asked): Model | null {
  const reading = readDiff(series.patches, profiles);
  const named = namedDriver(series, profiles, labels);
  const chosen = chooseProfile(reading, profiles, named);
  const driverFrom = reading.drivers.length > 0 ? 'diff' : toldOrDefault(named);
  if (!reading.touchesModel || chosen === null) return null;
  const kernel = kernelFor(series);
  const ofDriver = reading.changes.filter((change) => isOf(change, chosen)).map(({ change }) => change);
  const isUntold = (change: ModelChange): boolean => isUntoldIn(kernel, change);
  const seen = ofDriver.filter((change) => !isUntold(change));
  const untold = ofDriver.filter(isUntold).map(untoldOf);
  const unmodelled = [...reading.unmodelled, ...untold, ...elsewhere(reading, chosen)];
  const { hunks } = reading;
  const sides = source && readSides(source, series.patches, { expected: chosen, seen });
  if (sides !== null && !('refused' in sides))
    return modelOf('tree', {
      ...sides,
      before: withUvcBuffers(sides.before, seen, kernel),
      after: withUvcBuffers(sides.after, seen, kernel),
      driverFrom,
      tree: treeUse(source?.trial, { refused: [], differences: sides.differences }),
      unmodelled: [...unmodelled, ...sides.unborne.map(notBorneOut), ...sides.unread.map(notRead)],
      labels,
      shown: { hunks, modules: sides.modules, classDrivers: () => classDriversIn(source?.tree ?? null) },
    });
  const tree = treeUse(source?.trial, { refused: sides?.refused ?? [], differences: [] });
  const profile = profileIn(kernel, chosen);
  const before = withUvcBuffers(stateBefore(profile, seen), seen, kernel);
  const after = stateAfter(before, seen, profile);
  const era = eraFor(kernel, [before, after]);
  const shown = { ...NOTHING_SHOWN, hunks };
  return modelOf('diff', {
    driverFrom,
    tree,
    profile,
    before,
    after,
    changes: seen,
    era,
    unmodelled,
    labels,
    shown,
  });
}

function fromText({ series, profiles, labels }: Asked): Model | null {
  const reading = readText(series, profiles, labels);
  if (reading === null) return null;
  const era = eraFor(kernelFor(series), [reading.before, reading.after]);
  const driverFrom = toldOrDefault(namedDriver(series, profiles, labels));
  return modelOf('text', {
    ...reading,
    driverFrom,
    tree: null,
    era,
    unmodelled: [],
    labels,
    shown: NOTHING_SHOWN,
  });
}

interface Parts
  extends Pick<Model, 'driverFrom' | 'tree' | 'before' | 'after' | 'changes' | 'era' | 'unmodelled'> {
  readonly profile: HcdProfile;
  readonly labels: readonly string[];
  readonly shown: Omit<HazardScene, 'path'>;
}

/** Where hazards are looked for when there is no diff and no tree. */
const NOTHING_SHOWN: Parts['shown'] = { hunks: [], modules: [], classDrivers: () => classDriversIn(null) };

function modelOf(source: Model['source'], parts: Parts): Model {
  const { profile, changes, era, unmodelled, labels } = parts;
  const { before, after } = sidesInEra(parts);
  const isFlagKnown = source === 'tree';
  return {
    driver: profile.driver,
    driverFrom: parts.driverFrom,
    source,
    tree: parts.tree,
    era,
    before,
    after,
    changes,
    unmodelled,
    hazards: findHazards({ ...parts.shown, path: { before, after, changes, profile, isFlagKnown } }),
    configurations: configurationsOf(labels, { before, after, profile }),
  };
}

/** Both sides in their era, unless they are about the very step from the tasklet to the work queue. */
function sidesInEra({ before, after, era }: Parts): Pick<Model, 'before' | 'after'> {
  const isToldApart = [before, after].some(({ giveback }) => giveback.context === 'bh-workqueue');
  return isToldApart ? { before, after } : { before: inEra(before, era), after: inEra(after, era) };
}

/** The driver the text names when the diff changes it; else the first the diff changes, or touches. */
function chooseProfile(
  { changes, drivers }: DiffReading,
  profiles: readonly HcdProfile[],
  named: HcdProfile | null,
): HcdProfile | null {
  const changed = changes.map(({ driver }) => driver);
  if (named !== null && changed.includes(named.driver)) return named;
  const driver = changed.find((name) => name !== null) ?? drivers[0];
  return profiles.find((profile) => profile.driver === driver) ?? named ?? usualDriver(profiles);
}

function toldOrDefault(named: HcdProfile | null): DriverFrom {
  return named === null ? 'default' : 'text';
}

function isOf({ driver }: DriverChange, profile: HcdProfile): boolean {
  return driver === null || driver === profile.driver;
}

/** Changes of other host-controller drivers: a model shows one. */
function elsewhere({ changes }: DiffReading, profile: HcdProfile): Model['unmodelled'] {
  return changes
    .filter((change) => !isOf(change, profile))
    .map(({ driver, change: { file, from, to } }) => ({
      file: file ?? '',
      why: `changes ${driver}, and the model shows ${profile.driver}: ${from} → ${to}`,
    }));
}

/** A change of usbcore's, say, that this driver does not feel. */
function notBorneOut({ file, from, to }: ModelChange): Model['unmodelled'][number] {
  return { file: file ?? '', why: `the driver's sources in the tree do not bear it out: ${from} → ${to}` };
}

/** "drivers/a.c: f()": what stands in such a function is unknown. */
function notRead(where: string): Model['unmodelled'][number] {
  const [file = '', name = ''] = where.split(': ');
  return { file, why: `${name} gives back, and could not be read` };
}

function kernelFor({ patches, date }: Series): Kernel | null {
  return kernelOf(patches.map(({ message }) => message).join('\n'), date);
}

function eraFor(kernel: Kernel | null, sides: readonly Hcd[]): Era | null {
  if (kernel === null) return null;
  return eraWithTasklet(
    eraOf(kernel),
    sides.some(({ hcdBh }) => hcdBh),
  );
}
