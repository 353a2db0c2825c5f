import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** complete() with interrupts off, or no longer. Source: usb-model, P26 */
export const irqsOffComplete: NamedPattern = {
  codes: ['P26'],
  what: 'interrupts off around complete()',
  sets: 'era E1 or E2',
  effect: 'how long interrupts are off',
  hazards: ['H7'],
  notPlayed: 'a model has one era of usbcore on both sides',
  findNamed: comingOrGoing((word) => word === 'local_irq_save'),
};
