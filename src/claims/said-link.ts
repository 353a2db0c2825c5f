import { findMeasures } from './figures.ts';

const WIRE =
  /\b(?:2\.5 ?|5 ?|10 ?|1 ?)?(?:gigabit|gbe|gbase-?t)(?: ethernet)?(?: (?:link|adapter|network|cable|switch|port|nic))?\b|\bfast ethernet\b|\b100base-?tx?\b/i;
/** Of a wire that is faster than gigabit, or of several that carry one stream together. */
const OTHER_WIRES =
  /\b(?:2\.5|5|10|25) ?G(?:bps|bit|b\/s)?\b|\bmulti[ -]?gig|\bnbase-?t|\brtl815[679]|\br8156|\baqc111|\blink aggregat|\bbonding\b|\bteaming\b/i;

/**
 * "over a gigabit link": without a title the sentence that names the wire names the device. Null where the text tells of
 * more than one: the figure may be of either.
 */
export function wireIn(text: string): string | null {
  if (tellsOfOtherWires(text)) return null;
  const wires = [...text.matchAll(new RegExp(WIRE, 'gi'))].map(([wire]) => wire);
  return new Set(wires.map(rateOf)).size === 1 ? (wires[0] ?? null) : null;
}

/** Whether the text tells, beside what it names a wire by, of a faster one, or of several that carry one stream. */
export function tellsOfOtherWires(text: string): boolean {
  return OTHER_WIRES.test(text);
}

function rateOf(wire: string): string {
  if (/^(?:fast|100)/i.test(wire)) return 'fast';
  return /^(?:2\.5|5|10)/.exec(wire)?.[0] ?? 'gigabit';
}

/** pktgen's packet size is a frame without its check sequence: "send 1500 bytes packets". */
export function frameBytesIn(text: string): number | null {
  if (!/pktgen|packets?|frames?/i.test(text)) return null;
  const line = text
    .split('\n')
    .find((one) => /packet|pkt_size/i.test(one) && findMeasures(one).some(isFrameSize));
  return line === undefined ? null : (findMeasures(line).find(isFrameSize)?.value ?? null);
}

function isFrameSize(figure: { readonly baseUnit: string; readonly value: number }): boolean {
  return figure.baseUnit === 'B' && figure.value >= 60 && figure.value <= 9216;
}
