import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** A storage device that is driven in another way. Source: usb-model, P21 */
export const storageQuirk: NamedPattern = {
  codes: ['P21'],
  what: 'quirk of a storage device',
  sets: 'driver and depth of the queue',
  effect: 'random access gains from a queue, sequential access hardly',
  hazards: [],
  notPlayed: 'a quirk is about one device, and the model is about none',
  findNamed: comingOrGoing((word) => /^(?:US_FL_|UNUSUAL_DEV$)/.test(word)),
};
