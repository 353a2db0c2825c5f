import { longestWord } from './machine-class.ts';

/** A figure of a queue that ran full: the words of somebody who filled it, and of what it was filled with. */
const UNDER_LOAD = [
  ...['load', 'loaded', 'busy', 'full', 'fully', 'saturated', 'saturating', 'utilized', 'utilised'],
  ...['while', 'during', 'beside', 'upload', 'uploading', 'bufferbloat'],
  ...['iperf', 'iperf3', 'netperf', 'flent'],
];
const AT_REST = ['idle', 'unloaded', 'without load', 'no load'];

/** @returns whether a text can be of a queue that is full; a latency is of one only where the text says so */
export function isQueueFull(text: string, isLatency: boolean): boolean {
  if (longestWord(text, AT_REST) > 0) return false;
  return !isLatency || longestWord(text, UNDER_LOAD) > 0;
}
