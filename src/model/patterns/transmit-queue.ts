import type { NamedPattern } from '../pattern.ts';
import { touching } from './named-pattern.ts';

const CALLS = /^netif_(?:tx_)?(?:stop|start|wake)_(?:all_)?queues?$|^netif_stop_subqueue$/;

/** When a network driver stops and wakes the queue above it. Not in usb-model: it decides races, and how full the queue runs */
export const transmitQueue: NamedPattern = {
  codes: ['P33'],
  what: 'transmit queue stopped and woken',
  sets: 'packets waiting for an URB',
  effect: 'lost wake-ups show as stalls, early stops as gaps between packets',
  hazards: [],
  notPlayed:
    'a class driver of the simulator runs where its workload says, and the model has no parameter for that',
  findNamed: touching((word) => CALLS.test(word)),
};
