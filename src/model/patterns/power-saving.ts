import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** A device or a link that sleeps between transfers, or no longer does. Source: usb-model, P30 */
export const powerSaving: NamedPattern = {
  codes: ['P30'],
  what: 'power saving',
  sets: 'time to wake for each gap',
  effect: 'microseconds to milliseconds for each gap in sparse traffic, nothing in a stream',
  hazards: [],
  notPlayed: 'simulated links do not sleep',
  findNamed: comingOrGoing((word) =>
    /^(?:usb_(?:en|dis)able_autosuspend|USB_QUIRK_NO_LPM|USB_QUIRK_RESET_RESUME|usb_(?:en|dis)able_lpm)$/.test(
      word,
    ),
  ),
};
