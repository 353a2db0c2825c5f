import type { Series } from '../series/series.ts';
import { stateAfter, stateBefore } from './apply-changes.ts';
import { eraOf, type Kernel, kernelOf } from './era.ts';
import { functionsAround } from './gadget-changes.ts';
import { isRead, kconfigChanges } from './gadget-kconfig.ts';
import { gadgetDeadlock } from './hazards/gadget-deadlock.ts';
import type { Hcd, Model, ModelChange } from './hcd.ts';
import { type DriverChange, readDiff } from './read-diff.ts';
import { type TreeTrial, treeUse } from './tree-use.ts';
import { functionsIn, type UdcProfile } from './udc-profile.ts';

/** Letters are searched for another controller's name no further than this. */
const TEXT_MAX = 20_000;
/** Other device controllers have their drivers here. */
const UDC_FOLDER = 'drivers/usb/gadget/udc/';
const CORE_OF_UDC = `${UDC_FOLDER}core.c`;

/**
 * What a series does to a gadget, from its diff: a device controller and the functions that Linux plays on it. Null when
 * it touches neither, or touches or names a device controller of which there is no profile. A series of a host's files is
 * none of this: it was asked before whether it has any.
 */
export function deriveGadgetModel(
  series: Series,
  udcs: readonly UdcProfile[],
  trial?: TreeTrial,
): Model | null {
  const [udc] = udcs;
  const paths = series.patches.flatMap(({ files }) => files.map(({ path }) => path));
  if (udc === undefined || !paths.some(mayBeOfGadget) || isOfAnother(series, paths, udc)) return null;
  const reading = readDiff(series.patches, [udc]);
  if (!paths.some(isOfGadget) && !reading.changes.some(isOfModeration)) return null;
  const changes = [...reading.changes.map(({ change }) => change), ...kconfigChanges(series.patches)];
  const messages = series.patches.map(({ message }) => message).join('\n');
  const kernel = kernelOf(messages, series.date);
  const { before, after } = sidesOf(udc, changes, kernel);
  const isNamed = wordsOf(series).some((word) => udc.names.includes(word));
  const isOfDriver = paths.some((path) => path.startsWith('drivers/usb/dwc3/'));
  return {
    driver: udc.driver,
    driverFrom: isOfDriver ? 'diff' : isNamed ? 'text' : 'default',
    source: 'diff',
    tree: treeUse(trial, { refused: [], differences: [] }),
    era: kernel === null ? null : eraOf(kernel),
    before,
    after,
    changes,
    unmodelled: reading.unmodelled.filter(({ file }) => !isRead(file, changes)),
    hazards: gadgetDeadlock({ before, after, changes, profile: udc }),
    configurations: [],
  };
}

/** Files of functions, of the layer below them, and of dwc3 in device mode. What dwc3 shares with its host mode is not. */
function isOfGadget(path: string): boolean {
  return (
    path.startsWith('drivers/usb/gadget/') ||
    path.startsWith('drivers/usb/dwc3/gadget') ||
    path.startsWith('drivers/usb/dwc3/ep0')
  );
}

/** dwc3's core sets what only its device mode has: the moderation of its events. An xHC in it has one of its own. */
function mayBeOfGadget(path: string): boolean {
  return isOfGadget(path) || path === 'drivers/usb/dwc3/core.c';
}

function isOfModeration({ change }: DriverChange): boolean {
  return change.kind === 'moderation-changed';
}

function isOfAnother(series: Series, paths: readonly string[], udc: UdcProfile): boolean {
  const touches = paths.some((path) => path.startsWith(UDC_FOLDER) && path !== CORE_OF_UDC);
  const words = wordsOf(series);
  return touches || words.some((word) => udc.otherControllers.includes(word));
}

function wordsOf({ subject, patches }: Series): readonly string[] {
  const text = [subject, ...patches.flatMap((patch) => [patch.subject, patch.message])].join('\n');
  return text
    .slice(0, TEXT_MAX)
    .toLowerCase()
    .split(/[^a-z0-9_-]+/);
}

function sidesOf(
  udc: UdcProfile,
  changes: readonly ModelChange[],
  kernel: Kernel | null,
): { readonly before: Hcd; readonly after: Hcd } {
  const before = stateBefore(udc, changes);
  const functions = functionsAround(functionsIn(kernel, udc), changes);
  return {
    before: { ...before, gadget: functions.before },
    after: { ...stateAfter(before, changes, udc), gadget: functions.after },
  };
}
