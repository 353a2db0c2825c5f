import type { Series } from '../series/series.ts';
import type { HcdProfile } from './hcd-profile.ts';

/** Where a file stands for the model. */
export type Scope =
  | { readonly kind: 'hcd'; readonly profile: HcdProfile }
  | { readonly kind: 'core' }
  | { readonly kind: 'class' }
  | { readonly kind: 'other' };

const CORE = 'drivers/usb/core/';
/** Class drivers, whose URBs any host controller carries. */
const CLASS_PREFIXES = ['drivers/media/usb/', 'drivers/net/usb/', 'sound/usb/', 'drivers/hid/usbhid/'].concat(
  ['storage', 'class', 'serial', 'misc'].map((folder) => `drivers/usb/${folder}/`),
);
/** The host controller of a class driver's patch whose text names none: what most machines have. */
const USUAL_DRIVER = 'xhci';
/** Letters are searched for a driver's name no further than this. */
const TEXT_MAX = 20_000;

/** What the model knows of the file at `path`: the driver it belongs to, by the longest prefix. */
export function scopeOf(path: string, profiles: readonly HcdProfile[]): Scope {
  const owners = profiles.flatMap((profile) =>
    profile.files.filter((prefix) => path.startsWith(prefix)).map((prefix) => ({ profile, prefix })),
  );
  const [owner] = owners.sort((a, b) => b.prefix.length - a.prefix.length);
  if (owner) return { kind: 'hcd', profile: owner.profile };
  if (path.startsWith(CORE)) return { kind: 'core' };
  return { kind: CLASS_PREFIXES.some((prefix) => path.startsWith(prefix)) ? 'class' : 'other' };
}

/**
 * The driver a series speaks of: named in its subject, else in a configuration's label, else in a commit message, each
 * only when it is the only one named there. Null when no text decides.
 */
export function namedDriver(
  series: Series,
  profiles: readonly HcdProfile[],
  labels: readonly string[],
): HcdProfile | null {
  const messages = series.patches.map(({ message }) => message).join('\n');
  const subjects = [series.subject, ...series.patches.map(({ subject }) => subject)].join('\n');
  for (const text of [subjects, labels.join('\n'), messages]) {
    const named = profilesIn(text.slice(0, TEXT_MAX), profiles);
    if (named.length === 1) return named[0] ?? null;
  }
  return null;
}

/** The driver that stands in when no file and no text names one. */
export function usualDriver(profiles: readonly HcdProfile[]): HcdProfile | null {
  return profiles.find(({ driver }) => driver === USUAL_DRIVER) ?? profiles[0] ?? null;
}

function profilesIn(text: string, profiles: readonly HcdProfile[]): HcdProfile[] {
  const words = new Set(text.toLowerCase().split(/[^a-z0-9_-]+/));
  return profiles.filter(({ names }) => names.some((name) => words.has(name)));
}
