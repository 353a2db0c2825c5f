import { unreadLines } from './compose-profile-text.ts';
import type { DriverProfile, DriverStructure, DriverTable } from './driver-profile.ts';
import { ERA_WORDS } from './era-words.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';

const HEAD = [
  'driver',
  'lock',
  'giveback',
  'lock is',
  'HCD_BH',
  'complete() in',
  'interrupt',
  'sg',
  'linger',
];
const CELLS = [
  'lock',
  'lock around the giveback',
  'HCD_BH',
  'context of the giveback',
  'complete() runs in',
  'interrupt',
  'sg_tablesize',
  'linger',
];

/** All host drivers of a tree, one a line; then the flags, the drops, and what is unexpected or unknown. */
export function composeDriverTable(table: DriverTable, options: TextOptions): string {
  const paint = paintWith(options.hasColour);
  const era = table.era === null ? 'not in the tree' : `of era ${table.era}: ${ERA_WORDS[table.era] ?? ''}`;
  const sentences = [
    [paint('strong', `host drivers in ${visible(table.kernel)}`), `usbcore is ${era}`],
    [flagLine(table), dropLine(table), ...strangerLines(table), ...absentLines(table)],
    table.drivers.flatMap(differenceLines).map((line) => paint('unsure', line)),
    unreadLines(table.unread, paint),
  ].map((lines) => lines.map((line) => indented(line, options.columns)));
  const [head = [], ...rest] = sentences;
  return joinBlocks([head, [...rowsOf(table), ...starLine(table)], ...rest]);
}

/** A table keeps its own width: a wrapped row can not be read. A star marks what the sources do not tell. */
function rowsOf({ drivers }: DriverTable): string[] {
  const rows = [HEAD, ...drivers.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

function starLine({ drivers }: DriverTable): string[] {
  const isAllRead = drivers.every(({ properties }) => properties.every(({ isRead }) => isRead));
  return isAllRead
    ? []
    : ['  * the sources do not tell, or not in a way that is read; taken from config/hcd'];
}

function rowOf(profile: DriverProfile): string[] {
  const [lock = '', ...others] = CELLS.map((name) => cellOf(profile, name));
  return [visible(profile.driver), lock, placeOf(profile), ...others];
}

function cellOf({ properties }: DriverProfile, name: string): string {
  const property = properties.find((one) => one.name === name);
  return property === undefined ? '' : `${visible(property.value)}${property.isRead ? '' : '*'}`;
}

/** The giveback function, and the file and line of its call below drivers/usb. */
function placeOf({ properties }: DriverProfile): string {
  const { value = '', source = '' } = properties.find(({ name }) => name === 'giveback function') ?? {};
  return `${visible(value)} ${visible(source.replace(/^drivers\/usb\//, ''))}`;
}

function flagLine({ structures }: DriverTable): string {
  const told = structures.filter(({ hcdBh }) => hcdBh !== null);
  const flagged = told.filter(({ hcdBh }) => hcdBh === true);
  const names = flagged.map(({ name }) => visible(name)).join(', ');
  return `${flagged.length} of ${told.length} struct hc_driver with flags have HCD_BH${names === '' ? '' : `: ${names}`}`;
}

function dropLine({ drops: { host, gadget } }: DriverTable): string {
  return `${host + gadget} givebacks drop their lock: ${host} of host drivers, ${gadget} of gadgets`;
}

function strangerLines({ structures }: DriverTable): string[] {
  const strangers = structures.filter(({ driver }) => driver === null);
  return strangers.map((one) => `config/hcd has no profile for ${placed(one)}`);
}

function placed({ name, file, line }: DriverStructure): string {
  return `${visible(name)}, ${visible(file)}:${line}`;
}

function absentLines({ absent }: DriverTable): string[] {
  return absent.length === 0 ? [] : [`not in this tree: ${absent.map(visible).join(', ')}`];
}

function differenceLines({ driver, properties }: DriverProfile): string[] {
  return properties
    .filter(({ expected }) => expected !== null)
    .map(({ name, value, expected }) => {
      return `! ${visible(driver)}: ${name} is ${visible(value)} here, ${visible(expected ?? '')} in config/hcd`;
    });
}
