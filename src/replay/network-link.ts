import type { DeviceOf } from './device-of.ts';
import { longestWord } from './machine-class.ts';

/** The adapter of a driver whose transmit queue is played. */
export type QueuedDevice = DeviceOf<'usbnet-tx'>;

export type NetworkLink = QueuedDevice['links'][number];

/** The link that a text names; null when it names none, or two: then one is of other figures. */
export function linkIn(text: string, { links }: QueuedDevice): NetworkLink | null {
  const named = links.map((link) => ({
    link,
    // "2.5 gbe" names no gigabit, although "gbe" stands in it.
    patterns: link.patterns.filter(
      (pattern) => longestWord(withoutLonger(text, pattern, links), [pattern]) > 0,
    ),
  }));
  const [only, ...others] = named.filter(({ patterns }) => patterns.length > 0);
  return only !== undefined && others.length === 0 ? only.link : null;
}

/** The text without the longer names that the pattern is a part of. */
function withoutLonger(text: string, pattern: string, links: QueuedDevice['links']): string {
  const longer = links
    .flatMap(({ patterns }) => patterns)
    .filter((other) => other.length > pattern.length && other.includes(pattern));
  return longer.reduce((rest, other) => rest.replaceAll(other, ' '), text.toLowerCase());
}
