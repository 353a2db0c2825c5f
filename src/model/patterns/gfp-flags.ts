import type { NamedPattern } from '../pattern.ts';
import { replacing } from './named-pattern.ts';

/** An allocation that may sleep, or no longer may. Source: usb-model, P17 */
export const gfpFlags: NamedPattern = {
  codes: ['P17'],
  what: 'allocation that may sleep',
  sets: 'flag of the allocation',
  effect: 'next to none, until memory is short',
  hazards: ['H6'],
  notPlayed: 'the simulator does not run out of memory',
  findNamed: replacing(new Set(['GFP_ATOMIC']), new Set(['GFP_KERNEL', 'GFP_NOIO'])),
};
