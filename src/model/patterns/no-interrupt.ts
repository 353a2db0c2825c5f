import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing, constant, either } from './named-pattern.ts';

const FLAGS = new Set(['URB_NO_INTERRUPT', 'no_interrupt', 'XHCI_AVOID_BEI', 'TRB_BEI']);

/** Transfers that end without an interrupt of their own. Source: usb-model, P24 */
export const noInterrupt: NamedPattern = {
  codes: ['P24'],
  what: 'URBs without an interrupt',
  sets: 'completions for each interrupt',
  effect: 'fewer interrupts, later completions',
  hazards: [],
  notPlayed: 'the simulator interrupts as a stock driver does',
  findNamed: either(
    comingOrGoing((word) => FLAGS.has(word)),
    constant(['isoc_bei_interval', 'isoc_bei_interval_min']),
  ),
};
