import type { NamedPattern } from '../pattern.ts';
import { constant, either, touching } from './named-pattern.ts';

const INTERVALS = ['poll_interval', 'poll_delay', 'poll_interval_ms'];
/** Words of code that looks again and again instead of waiting to be told. */
const WORDS =
  /^(?:readl?x?_poll_timeout\w*|read[bwlq]_poll_timeout\w*|cpu_relax|udelay)$|(?:^|_)(?:no_irq|use_irq|polling)(?:$|_)/i;

/** Looking again and again instead of waiting for an interrupt. Source: usb-model, P29 */
export const polling: NamedPattern = {
  codes: ['P29'],
  what: 'polling',
  sets: 'delay until a completion is seen',
  effect: 'less delay for more CPU, or the reverse',
  hazards: [],
  notPlayed: 'the simulated controllers interrupt, and none is polled',
  findNamed: either(
    constant(INTERVALS),
    touching((word) => WORDS.test(word)),
  ),
};
