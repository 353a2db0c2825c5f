import type { DriverProfile, ProfileProperty } from './driver-profile.ts';
import { ERA_WORDS } from './era-words.ts';
import { type Paint, paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';

/** A host driver of a tree: its properties with their places, what was not expected, and the way to its giveback. */
export function composeProfileText(profile: DriverProfile, options: TextOptions): string {
  const paint = paintWith(options.hasColour);
  const head = [
    paint('strong', `${visible(profile.driver)} in ${visible(profile.kernel)}`),
    eraLine(profile),
  ];
  const blocks = [
    differenceLines(profile.properties, paint),
    pathLines(profile),
    profile.givebacks.length > 1 ? ['all places where it gives back', ...placeLines(profile)] : [],
    unreadLines(profile.unread, paint),
  ];
  const wrapped = blocks.map((lines) => lines.map((line) => indented(line, options.columns)));
  const title = head.map((line) => indented(line, options.columns));
  return joinBlocks([title, propertyLines(profile.properties, paint), ...wrapped]);
}

/** That the parser could not read a function is said, for what stands in it is unknown. */
export function unreadLines(unread: readonly string[], paint: Paint): string[] {
  return unread.map((where) => paint('unsure', `? could not be read: ${visible(where)}`));
}

function eraLine({ era }: DriverProfile): string {
  return era === null ? 'usbcore is not in the tree' : `usbcore is of era ${era}: ${ERA_WORDS[era] ?? ''}`;
}

/** A table keeps its own width: a wrapped row can not be read. */
function propertyLines(properties: readonly ProfileProperty[], paint: Paint): string[] {
  const names = Math.max(...properties.map(({ name }) => name.length));
  const values = Math.max(...properties.map(({ value }) => visible(value).length));
  return properties.map(({ name, value, source, isRead, expected }) => {
    const mark = expected === null ? ' ' : '!';
    const where = isRead ? visible(source) : 'the sources do not tell; taken from config/hcd';
    const cells = `${name.padEnd(names)}  ${visible(value).padEnd(values)}`;
    return `  ${paint('unsure', mark)} ${cells}  ${paint('quiet', where)}`;
  });
}

function differenceLines(properties: readonly ProfileProperty[], paint: Paint): string[] {
  const different = properties.filter(({ expected }) => expected !== null);
  if (different.length === 0) return ['as config/hcd expects'];
  return different.map(({ name, value, expected }) =>
    paint('unsure', `! ${name}: ${visible(value)} here, ${visible(expected ?? '')} in config/hcd`),
  );
}

function pathLines({ path, lockTakenIn, properties }: DriverProfile): string[] {
  const lock = properties.find(({ name }) => name === 'lock')?.value ?? 'the lock';
  const calls = path.map((name) => (name === lockTakenIn ? `${name} [takes ${lock}]` : name));
  return ['the way from the interrupt', `  ${[...calls, 'usb_hcd_giveback_urb'].map(visible).join(' → ')}`];
}

function placeLines({ givebacks }: DriverProfile): string[] {
  return givebacks.map(({ function: name, file, line, lockStyle, lock }) => {
    const what = lock === null ? lockStyle : `${lock} ${lockStyle}`;
    return `  ${visible(name)}  ${visible(file)}:${line}  ${visible(what)}`;
  });
}
