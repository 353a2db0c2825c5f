import type { NamedPattern } from '../pattern.ts';
import { constant, either, touching, within } from './named-pattern.ts';

/** How the names of such constants end, lower case. */
const ENDINGS = ['urbs', 'num_urb', 'urb_count', 'max_rx', 'max_tx', 'rx_qlen', 'tx_qlen', 'qmult'].concat([
  'iso_bufs',
  'max_queue_memory',
  'urbs_per_ch',
]);
/** Words of a count of URBs that are under way. */
const IN_FLIGHT = /(?:^|_)(?:in_?flight|qmult|[rt]x_qlen)(?:$|_)/;
/** How functions are called that say how many. */
const COUNTING = /(?:^|_)(?:qlen|num_urbs|urb_count|queue_depth)$/;

/** How many URBs a class driver keeps under way. Source: usb-model, P14 */
export const urbCount: NamedPattern = {
  codes: ['P14'],
  what: 'number of URBs',
  sets: 'URBs in flight',
  effect:
    'throughput only where the URBs run out; more time until something is lost, more memory, more latency',
  hazards: [],
  notPlayed: "it is a figure of a device's file in config/devices, and the model has no parameter for it",
  findNamed: either(
    constant(ENDINGS),
    touching((word) => IN_FLIGHT.test(word)),
    within((name) => COUNTING.test(name)),
  ),
};
