import type { NamedPattern } from '../pattern.ts';
import { touching } from './named-pattern.ts';

/** Words of how often a device or a controller interrupts, and on which CPU. */
const WORDS =
  /coalesc|mitigation|(?:rx|tx)_(?:max_)?(?:usecs|frames)$|max_interrupters|secondary_(?:irq|intr)|PCI_IRQ_AFFINITY/i;

/** Interrupts that a device gathers or spreads by itself. Source: usb-model, P18 */
export const deviceInterrupts: NamedPattern = {
  codes: ['P18'],
  what: 'interrupts gathered or spread by the device',
  sets: 'interrupts for each completion',
  effect: 'fewer interrupts and later completions, or interrupts on more CPUs',
  hazards: [],
  notPlayed: 'the model has the moderation of one interrupt of an xHC, and no other',
  findNamed: touching((word) => WORDS.test(word)),
};
