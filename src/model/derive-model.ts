import type { Series } from '../series/series.ts';
import { stateAfter, stateBefore } from './apply-changes.ts';
import { configurationsOf } from './configuration.ts';
import { namedDriver, usualDriver } from './driver-choice.ts';
import { eraOf, eraWithTasklet, type Kernel, kernelOf, profileIn } from './era.ts';
import { findHazards } from './hazards.ts';
import type { Era, Hcd, Model } from './hcd.ts';
import type { HcdProfile } from './hcd-profile.ts';
import { type DiffReading, type DriverChange, readDiff } from './read-diff.ts';
import { readText } from './read-text.ts';

/**
 * What a series does to the giveback path: from its diff where there is one, else from its subject and from `labels`,
 * the names of the configurations its claims compare. Null when neither says anything the model knows.
 *
 * A class driver's patch, or usbcore's, is put on the host controller its text names, else on xhci.
 */
export function deriveModel(
  series: Series,
  profiles: readonly HcdProfile[],
  labels: readonly string[],
): Model | null {
  const hasDiff = series.patches.some(({ files }) => files.length > 0);
  return hasDiff ? fromDiff(series, profiles, labels) : fromText(series, profiles, labels);
}

function fromDiff(series: Series, profiles: readonly HcdProfile[], labels: readonly string[]): Model | null {
  const reading = readDiff(series.patches, profiles);
  const chosen = chooseProfile(reading, profiles, namedDriver(series, profiles, labels));
  if (!reading.touchesModel || chosen === null) return null;
  const kernel = kernelFor(series);
  const profile = profileIn(kernel, chosen);
  const changes = reading.changes.filter((change) => isOf(change, profile)).map(({ change }) => change);
  const before = stateBefore(profile, changes);
  const after = stateAfter(before, changes, profile);
  return {
    driver: profile.driver,
    source: 'diff',
    era: eraFor(kernel, [before, after]),
    before,
    after,
    changes,
    unmodelled: [...reading.unmodelled, ...elsewhere(reading, profile)],
    hazards: findHazards({ before, after, changes, profile }),
    configurations: configurationsOf(labels, { before, after, profile }),
  };
}

function fromText(series: Series, profiles: readonly HcdProfile[], labels: readonly string[]): Model | null {
  const reading = readText(series, profiles, labels);
  if (reading === null) return null;
  const { profile, before, after, changes } = reading;
  const kernel = kernelFor(series);
  return {
    driver: profile.driver,
    source: 'text',
    era: eraFor(kernel, [before, after]),
    before,
    after,
    changes,
    unmodelled: [],
    hazards: findHazards({ before, after, changes, profile }),
    configurations: configurationsOf(labels, { before, after, profile }),
  };
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
