import type { NamedPattern } from '../pattern.ts';
import { replacing } from './named-pattern.ts';

/** A tasklet that runs before the others, or no longer does. Source: usb-model, P10 */
export const taskletPriority: NamedPattern = {
  codes: ['P10'],
  what: 'priority of a tasklet',
  sets: 'softirq of the tasklet',
  effect: 'order against network receive and the other tasklets',
  hazards: ['H11'],
  notPlayed: 'the model has one order of softirqs',
  findNamed: replacing(new Set(['tasklet_schedule']), new Set(['tasklet_hi_schedule'])),
};
