import type { NamedPattern } from '../pattern.ts';
import { TASKLET, WORK } from './deferral-words.ts';
import { replacing } from './named-pattern.ts';

/** A tasklet becomes a work item, or the reverse. Source: usb-model, P07 */
export const taskletToWorkqueue: NamedPattern = {
  codes: ['P07'],
  what: 'tasklet to work queue',
  sets: 'context of the work',
  effect: 'a thread is woken for each batch; items may run on several CPUs, and may sleep',
  hazards: ['H6', 'H12'],
  notPlayed:
    'a class driver of the simulator runs where its workload says, and the model has no parameter for that',
  findNamed: replacing(TASKLET, WORK),
};
