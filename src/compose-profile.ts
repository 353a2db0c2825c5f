import { type Fact, type Figure, type HcdProfile, hcdOf } from './model/hcd-profile.ts';
import type { TreeProfile } from './model/profile-from-tree.ts';
import type { TreeSurvey } from './model/survey-tree.ts';
import type { DriverProfile, DriverTable, ProfileProperty } from './reply/driver-profile.ts';

/** A driver as its sources have it, beside what config/hcd expects of it. `kernel` says which tree that is. */
export function composeProfile(found: TreeProfile, kernel: string): DriverProfile {
  const { profile, source, core } = found;
  return {
    driver: profile.driver,
    kernel,
    era: core?.era ?? null,
    properties: [
      ...ROWS.map(([name, read, shown]) => propertyOf(found, { name, read, ...shown(profile) })),
      completionOf(found),
    ],
    path: profile.path.fact,
    lockTakenIn: profile.lockTakenIn.fact,
    givebacks: source.sites.map(({ function: name, path, line, style, lock }) => {
      return { function: name, file: path, line, lockStyle: style, lock };
    }),
    unread: source.unread,
  };
}

/** The table of all host drivers, with what no profile knows and what the tree has not. */
export function composeDriverTable(survey: TreeSurvey, kernel: string): DriverTable {
  const dropped = survey.givebacks.filter(({ style }) => style === 'dropped');
  const host = dropped.filter(({ callee }) => callee === 'usb_hcd_giveback_urb').length;
  return {
    kernel,
    era: survey.core?.era ?? null,
    drivers: survey.drivers.map((found) => composeProfile(found, kernel)),
    absent: survey.absent,
    structures: survey.structures.map(({ path, ...one }) => ({ ...one, file: path })),
    drops: { host, gadget: dropped.length - host },
    unread: survey.unread,
  };
}

interface Shown {
  readonly value: string;
  readonly source: string;
}

/** The name people see, the one under which the model says that it had to assume it, and how it is shown. */
type Row = readonly [name: string, read: string, shown: (profile: HcdProfile) => Shown];

const ROWS: readonly Row[] = [
  ['lock', 'lock', ({ lock }) => shownFact(lock)],
  ['giveback function', 'function', ({ giveback }) => shownFact(giveback.function)],
  ['lock around the giveback', 'lockStyle', ({ giveback }) => shownFact(giveback.lockStyle)],
  ['HCD_BH', 'hcdBh', ({ hcdBh }) => ({ ...shownFact(hcdBh), value: hcdBh.fact ? 'on' : 'off' })],
  ['context of the giveback', 'context', ({ giveback }) => shownFact(giveback.context)],
  ['interrupt', 'irqType', ({ irq }) => shownFact(irq.type)],
  ['interrupt handler', 'handler', ({ irq }) => shownFact(irq.handler)],
  ['interrupt moderation', '', ({ irq }) => shownFigure(irq.moderation)],
  ['enqueue function', 'enqueue', ({ enqueue }) => shownFact(enqueue.function)],
  ['enqueue takes the lock', 'takesLock', ({ enqueue }) => yesOrNo(enqueue.takesLock)],
  ['sg_tablesize', 'sgTablesize', ({ sgTablesize }) => shownFact(sgTablesize)],
  ['linger', '', ({ linger }) => shownFigure(linger)],
];

/** What follows from the flag, the context and usbcore: where class drivers see their URBs again. */
function completionOf({ profile, core, assumed }: TreeProfile): ProfileProperty {
  const { context } = hcdOf(profile).giveback;
  const value = core?.era === 'E4' && profile.hcdBh.fact ? 'bh-workqueue' : context;
  const isRead = !assumed.includes('context') && !assumed.includes('hcdBh');
  return { name: 'complete() runs in', value, source: 'follows from the above', isRead, expected: null };
}

interface Cell extends Shown {
  readonly name: string;
  readonly read: string;
}

function propertyOf(
  { differences, assumed }: TreeProfile,
  { name, read, value, source }: Cell,
): ProfileProperty {
  const difference = differences.find(({ what }) => what === name);
  return {
    name,
    value,
    source,
    isRead: !assumed.includes(read),
    expected: difference === undefined ? null : inWords(name, difference.expected),
  };
}

/** What a difference says of a yes or no, as the row says it. */
function inWords(name: string, value: string): string {
  if (value !== 'true' && value !== 'false') return value;
  const isSo = value === 'true';
  if (name === 'HCD_BH') return isSo ? 'on' : 'off';
  return isSo ? 'yes' : 'no';
}

function shownFact({ fact, source }: Fact<string | number | boolean>): Shown {
  return { value: `${fact}`, source };
}

function yesOrNo({ fact, source }: Fact<boolean>): Shown {
  return { value: fact ? 'yes' : 'no', source };
}

function shownFigure({ value, unit, source }: Figure): Shown {
  return { value: value === 0 ? 'none' : `${value} ${unit}`, source };
}
