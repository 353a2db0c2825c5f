import type { NamedPattern } from '../pattern.ts';
import { assigned, constant, either, touching } from './named-pattern.ts';

/** How the names of such constants end, lower case. */
const ENDINGS = [
  'urb_size',
  'agg_buf_sz',
  'rx_buf_sz',
  '_buf_size',
  '_buffer_size',
  '_frame_size',
  'frames_per_desc',
].concat(['max_packets', 'hard_mtu']);
/** What decides the size without being a constant. */
const DECIDES = new Set(['hard_mtu', 'max_mtu', 'rx_urb_size', 'FLAG_NOMAXMTU']);
/** What a size is assigned to that is computed. */
const SIZES = /^(?:req_size|urb_size|rx_urb_size|agg_buf_sz|rx_buf_sz|transfer_buffer_length)$/;

/** How large the transfers of a class driver are. Source: usb-model, P15 */
export const urbSize: NamedPattern = {
  codes: ['P15'],
  what: 'size of URBs',
  sets: 'bytes of an URB',
  effect: 'fewer interrupts and URBs for the same bytes, and later completions',
  hazards: ['H10'],
  notPlayed: "it is a figure of a device's file in config/devices, and the model has no parameter for it",
  findNamed: either(
    constant(ENDINGS),
    touching((word) => DECIDES.has(word)),
    assigned((name) => SIZES.test(name)),
  ),
};
