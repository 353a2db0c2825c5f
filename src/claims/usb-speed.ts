import type { Conditions } from './claim.ts';

type Speed = Exclude<Conditions['speed'], null>;

/** What was said of the speed of the USB link. */
export type SaidSpeed = Pick<Conditions, 'speed' | 'isLinkNamed'>;

/**
 * Faster than SuperSpeed, or may be: "USB3" is said of any of the links since 2008, and "USB 3.2" of four speeds. A bus of
 * the kernel's is called "usb3", too.
 */
const MAY_BE_FASTER =
  /\bUSB ?-?3(?!\.?0)|\bUSB ?-?4\b|\bsuper ?-?speed ?-?(?:plus|\+)|\bSSP\b|\bgen ?-?[2-5]|\b(?:10|20|40|80) ?G(?:b|bit|bps)|\bthunderbolt/i;

/** What a speed is said of where it is that of USB: "a high-speed disk" and "at full speed" are said of anything. */
const OF_USB = '(?:USB|(?:gadget )?mode|hubs?|links?|bulk|iso\\w*|interrupt|\\()';
const ofUsb = (speed: string): string => `\\bUSB ${speed}[ -]?speed\\b|\\b${speed}[ -]?speed ${OF_USB}`;
const short = (letters: string): string => `\\b${letters} (?:devices?|ports?|mode|hubs?|links?)\\b`;

/**
 * Words that mean this speed and nothing else, the fastest first. A bit rate is none of them: "12 Mbit/s" may be the figure
 * itself.
 */
const NAMED: readonly (readonly [Speed, RegExp])[] = [
  ['super', new RegExp(`\\bUSB ?-?3\\.?0\\b|\\bsuper ?-?speed\\b|${short('SS')}`, 'i')],
  ['high', new RegExp(`\\bUSB ?-?2\\.0\\b|${short('HS')}|${ofUsb('hi(?:gh)?')}`, 'i')],
  ['full', new RegExp(`\\bUSB ?-?1\\.[01]\\b|${short('FS')}|${ofUsb('full')}`, 'i')],
];

/** Words that probably mean it: enough to choose what is played, and not to say that a figure can not be. */
const PROBABLE: typeof NAMED = [
  ['super', /\b5 ?Gbps/i],
  ['full', /\bfull ?-?speed (?:devices?|camera|webcam|disk|stick|drive|headset)/i],
  ['high', /\bhigh ?-?speed\b|\bUSB ?-?2\b(?!-\d)|\b480 ?Mb/i],
];

/** Elsewhere in the mail, only "tested four SS devices" speaks of the devices; "USB 3.0" may speak of plans. */
const TESTED: typeof NAMED = [
  ['super', /\bSS devices?\b|\bsuper ?-?speed devices?\b/i],
  ['high', /\bHS devices?\b|\bhigh ?-?speed devices?\b/i],
];

/**
 * @param own the words of the claim itself: its device, its table, its heading
 * @param around lines near it, which may speak of the figure before
 * @param tested what `testedSpeed` finds in all of the mail
 */
export function saidSpeed(own: string, around: string, tested: Speed | null): SaidSpeed {
  const near = `${own}\n${around}`;
  if (mayBeFaster(near)) return { speed: null };
  const speed = namedSpeed(own);
  if (speed !== null) return { speed, isLinkNamed: true };
  return { speed: namedSpeed(near) ?? firstIn(near, PROBABLE) ?? tested };
}

/** The fastest speed of SuperSpeed and below that is named. */
export function namedSpeed(words: string): Speed | null {
  return firstIn(words, NAMED);
}

/** The speed of the devices that a mail says were tested. */
export function testedSpeed(mail: string): Speed | null {
  return firstIn(mail, TESTED);
}

/** Whether the words leave it open that the link is faster than SuperSpeed. */
export function mayBeFaster(words: string): boolean {
  return MAY_BE_FASTER.test(words);
}

function firstIn(text: string, speeds: typeof NAMED): Speed | null {
  return speeds.find(([, words]) => words.test(text))?.[0] ?? null;
}
