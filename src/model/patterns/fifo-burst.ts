import type { NamedPattern } from '../pattern.ts';
import { assigned, either, touching } from './named-pattern.ts';

/** The FIFO of a serial port is another matter. */
const SERIAL = 'drivers/usb/serial/';
const WORDS = /(?:^|_)(?:tx|rx)?_?fifo_?(?:resize|size|mode|depth|siz)|(?:GTX|GRX)FIFOSIZ/i;
/** Whoever only reads it computes something else from it. */
const BURST = /^(?:bMaxBurst|max_?burst)$/i;

/** How much a controller can send or take in one go. Source: usb-model, P31 */
export const fifoBurst: NamedPattern = {
  codes: ['P31'],
  what: 'FIFO and burst of a controller',
  sets: 'rate of the bus',
  effect: 'a third to a half more where the FIFO was the limit, nothing elsewhere',
  hazards: [],
  notPlayed: 'a simulated bus has the rate of its speed, whatever the FIFO',
  findNamed: (rests) =>
    either(
      touching((word) => WORDS.test(word)),
      assigned((name) => BURST.test(name)),
    )(rests.filter(({ hunk }) => hunk.path.startsWith('drivers/usb/') && !hunk.path.startsWith(SERIAL))),
};
