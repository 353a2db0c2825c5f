import type { NamedPattern } from '../pattern.ts';
import { constant, either, touching } from './named-pattern.ts';

/** How the names of such constants end, lower case. */
const ENDINGS = ['max_sectors', 'max_hw_sectors', 'sg_tablesize', 'max_segment_size'];
const CALLS = new Set(['blk_queue_max_hw_sectors', 'blk_queue_max_segment_size', 'US_FL_MAX_SECTORS_64']);

/** How large the commands to a storage device are. Source: usb-model, P20 */
export const commandSize: NamedPattern = {
  codes: ['P20'],
  what: 'size of storage commands',
  sets: 'bytes of a command',
  effect: 'the fixed time of a command is paid less often: some percent at high speed, more at SuperSpeed',
  hazards: [],
  notPlayed: "it is a figure of a device's file in config/devices, and the model has no parameter for it",
  findNamed: either(
    constant(ENDINGS),
    touching((word) => CALLS.has(word)),
  ),
};
