import type { WorkloadName } from './claim.ts';

/** RX and TX in the name of a quantity decide by themselves. */
export function networkSide(quantity: string): WorkloadName | undefined {
  if (/\b(?:rx|receive|download|dl|downlink)\b/i.test(quantity)) return 'net-rx';
  return /\b(?:tx|transmit|send|upload|ul|uplink)\b/i.test(quantity) ? 'net-tx' : undefined;
}

/** What a text measures on, or undefined when no word of it tells. */
export function workloadIn(text: string): WorkloadName | undefined {
  if (/memcpy/i.test(text)) return 'memcpy';
  if (/\bfps\b|webcam|camera|video|uvc|frame rate|streaming/i.test(text)) return 'video-capture';
  if (
    /mass storage|\bdisk|hard drive|flash|\bssd\b|\bdd\b|\bfio\b|hdparm|\bmmc\b|uas\b|usb-storage/i.test(text)
  ) {
    return /\bwrit(?:e|es|ing)\b|of=\/dev\/(?!null)/i.test(text) && !/\bread/i.test(text)
      ? 'storage-write'
      : 'storage-read';
  }
  if (/ethernet|network|iperf|netperf|pktgen|\btcp\b|\budp\b|wifi|wlan|\bnic\b/i.test(text)) {
    return /\btx\b|transmit|upload|\bsend/i.test(text) && !/\brx\b|receiv|download/i.test(text)
      ? 'net-tx'
      : 'net-rx';
  }
  if (/audio|\bpcm\b|xrun|sound/i.test(text)) return 'audio';
  return /\bhid\b|mouse|keyboard/i.test(text) ? 'hid' : undefined;
}

export function isNetwork(workload: WorkloadName): boolean {
  return workload === 'net-rx' || workload === 'net-tx';
}
