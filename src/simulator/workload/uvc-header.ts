import type { Machine } from '../machine.ts';
import type { Step } from '../parts.ts';
import { call, cpu, fn } from '../program.ts';

/**
 * Reads of a payload's header, of the kind with both time stamps (PTS and SCR), by a packet in the middle of a picture:
 * uvc_video_decode_start() looks at bytes 0 and 1, uvc_video_clock_decode() at PTS and SOF, uvc_video_stats_decode() at
 * both bytes, PTS, STC, SOF and the error bit, and the error bit and uvc_video_decode_end() are one each; a byte that
 * nothing was written between is read once. Compilers make 10 to 14 of it.
 * Source: Linux 6.1, drivers/media/usb/uvc/uvc_video.c
 */
const READS = 12;
/** The longest header is 12 bytes; memcpy() reads words. */
const COPY_READS = 3;

/**
 * Parsing the headers of so many payloads. The reads of one that lies in cached memory are part of uvcHeaderNs; out of
 * coherent memory each costs what that takes more. A driver that copies the header reads each word of it once, and
 * parses the copy.
 */
export function decodeHeaders({ hcd, costs }: Machine, payloads: number): readonly Step[] {
  const readNs = hcd.buffers.kind === 'coherent' ? costs.readCoherentNs : costs.readCachedNs;
  const parse = (moreNs: number): Step => cpu(payloads * Math.max(0, costs.uvcHeaderNs + moreNs));
  if (hcd.uvcHeader !== 'copied') return [parse(READS * (readNs - costs.readCachedNs))];
  return [call(fn('memcpy', cpu(payloads * COPY_READS * readNs))), parse(0)];
}
