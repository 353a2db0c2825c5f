import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

const NAPI = new Set([
  'netif_napi_add',
  'napi_schedule',
  'napi_complete_done',
  'napi_gro_receive',
  'napi_enable',
]);

/** Packets that are taken in batches by the network stack, or no longer are. Source: usb-model, P22 */
export const napi: NamedPattern = {
  codes: ['P22'],
  what: 'NAPI',
  sets: 'softirq and batches of received packets',
  effect: 'less CPU for each packet, a little more latency',
  hazards: ['H6'],
  notPlayed:
    'a class driver of the simulator runs where its workload says, and the model has no parameter for that',
  findNamed: comingOrGoing((word) => NAPI.has(word)),
};
