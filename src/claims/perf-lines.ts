import type { Line } from './passage.ts';

/** The row of a function in a call graph: children-included share, own share, command, symbol. */
export const ROOT =
  /^(?<lead>[\s|+-]*)(?<children>\d{1,3}\.\d\d)%\s+(?<self>\d{1,3}\.\d\d)%\s+\S.*?\[[k.]\]\s+(?<symbol>[\w.:~]+)/;
/** A row of the tree below it. */
export const NODE = /^(?<lead>[\s|'`+-]*)(?<share>\d{1,3}\.\d\d)%(?:--| )(?<symbol>[\w.]+)\s*$/;
/** Rows are told by their beginning. */
export const LEAD_MAX = 120;

/** Lines of perf listings, so that no other reader takes their numbers. */
export function isPerfLine(line: Line): boolean {
  return ROOT.test(line.text.slice(0, LEAD_MAX)) || NODE.test(line.text.slice(0, LEAD_MAX));
}
