import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** The giveback tasklet that goes on until nothing is left, or takes its list once. Source: usb-model, P27 */
export const givebackLoop: NamedPattern = {
  codes: ['P27'],
  what: 'giveback loop until nothing is left',
  sets: 'era E2 or E3',
  effect: 'how long urgent URBs wait while a bulk stream keeps the tasklet busy',
  hazards: ['H11'],
  notPlayed: 'a model has one era of usbcore on both sides',
  findNamed: comingOrGoing((word) => word === 'restart'),
};
