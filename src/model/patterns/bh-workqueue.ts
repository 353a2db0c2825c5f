import type { NamedPattern } from '../pattern.ts';
import { BH_WORK, TASKLET } from './deferral-words.ts';
import { replacing } from './named-pattern.ts';

/** A tasklet or a work item becomes one that runs in softirq. Source: usb-model, P08 */
export const bhWorkqueue: NamedPattern = {
  codes: ['P08'],
  what: 'tasklet or work item to BH work queue',
  sets: 'context of the work',
  effect: 'next to none: it runs in the same softirq as the tasklet did',
  hazards: ['H11', 'H12'],
  notPlayed:
    'a class driver of the simulator runs where its workload says, and the model has no parameter for that',
  findNamed: replacing(new Set([...TASKLET, 'system_wq']), BH_WORK),
};
