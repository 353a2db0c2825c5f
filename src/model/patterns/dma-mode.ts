import type { NamedPattern } from '../pattern.ts';
import { touching } from './named-pattern.ts';

/** The engines of MUSB are the ones with a mode of their own for what ends with a short packet. */
const MUSB = 'drivers/usb/musb/';
const WORDS = /^(?:is_rndis|rndis|cppi_rx_rndis|use_gen_rndis|desired_mode|use_mode_1|EP_MODE_DMA_[A-Z_]+)$/;

/** Whether the DMA engine of a controller takes a packet or a transfer at a time. Source: usb-model, V27 */
export const dmaMode: NamedPattern = {
  codes: ['P38'],
  what: 'mode of a DMA engine',
  sets: 'cppi.rxMode',
  effect: 'one interrupt for a transfer instead of one for each packet, and no wait between its packets',
  hazards: [],
  notPlayed:
    'the mode hangs on the length of each request and on the role of the controller, and how fast its engine is no message says',
  findNamed: (rests) =>
    touching((word) => WORDS.test(word))(rests.filter(({ hunk }) => hunk.path.startsWith(MUSB))),
};
