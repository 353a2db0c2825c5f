import { findMeasures } from './figures.ts';

const WIRE =
  /\b(?:2\.5 ?|5 ?|10 ?|1 ?)?(?:gigabit|gbe|gbase-?t)(?: ethernet)?(?: (?:link|adapter|network|cable|switch|port|nic))?\b|\bfast ethernet\b|\b100base-?tx?\b/i;

/** "over a gigabit link": without a title the sentence that names the wire names the device. */
export function wireIn(text: string): string | null {
  return WIRE.exec(text)?.[0] ?? null;
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
