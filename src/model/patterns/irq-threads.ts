import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

const REQUESTS = new Set([
  'request_threaded_irq',
  'devm_request_threaded_irq',
  'kthread_create',
  'kthread_run',
]);

/** Threads for interrupts or for their work that are added to what there is, or taken away. Source: usb-model, P05 */
export const irqThreads: NamedPattern = {
  codes: ['P05'],
  what: 'threads for interrupts',
  sets: 'number of threads',
  effect: 'a thread is woken for each of them, and they run on several CPUs',
  hazards: ['H2', 'H9'],
  notPlayed: 'a simulated controller has one interrupt and one handler',
  findNamed: comingOrGoing((word) => REQUESTS.has(word)),
};
