import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** What a network device does for the stack. Source: usb-model, P23 */
export const netdevFeatures: NamedPattern = {
  codes: ['P23'],
  what: 'features of a network device',
  sets: 'cost of a packet',
  effect: 'half the CPU for the same bytes; throughput only where the CPU was full',
  hazards: [],
  notPlayed: 'the cost of the network stack above a driver is one figure for each packet',
  findNamed: comingOrGoing((word) => word.startsWith('NETIF_F_')),
};
