import type { NamedPattern } from '../pattern.ts';
import { touching } from './named-pattern.ts';

const WORDS = /(?:^|_)(?:multi_?pkt|pkts?_per_xfer|packets_per_transfer|agg(?:r|regat)\w*|multi_?frame)/i;

/** Several packets in one transfer. Not in usb-model: P15 seen from above */
export const packetBatching: NamedPattern = {
  codes: ['P34'],
  what: 'packets in one transfer',
  sets: 'packets of an URB',
  effect: 'fewer URBs for the same packets, and later packets',
  hazards: [],
  notPlayed: "it is a figure of a device's file in config/devices, and the model has no parameter for it",
  findNamed: touching((word) => WORDS.test(word)),
};
