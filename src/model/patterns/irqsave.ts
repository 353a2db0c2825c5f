import type { NamedPattern } from '../pattern.ts';
import { replacing } from './named-pattern.ts';

const SAVING = new Set(['spin_lock_irqsave', 'spin_unlock_irqrestore']);
const PLAIN = new Set(['spin_lock', 'spin_unlock']);

/** A lock that saves the state of interrupts, or no longer does. Source: usb-model, P25 */
export const irqsave: NamedPattern = {
  codes: ['P25'],
  what: 'lock that saves the interrupt state',
  sets: 'cost of a lock',
  effect: 'some ten nanoseconds',
  hazards: ['H2', 'H7'],
  notPlayed: 'the difference is below what a run can show; whether it is safe is a hazard',
  findNamed: replacing(SAVING, PLAIN),
};
