import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Urb } from '../parts.ts';
import { act, call, copy, fn } from '../program.ts';
import { splitInEndNs, splitOutEndNs } from '../split.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { IsocClock, packetEvents } from './isoc-clock.ts';

type Audio = Extract<Workload, { kind: 'audio' }>;

const FULL_SPEED_BITS_PER_SEC = 12_000_000;
/** Token, header, CRC and gaps of a full-speed isochronous packet. */
const PACKET_OVERHEAD_BYTES = 9;

/**
 * snd-usb-audio: isochronous URBs in a ring; complete() moves the samples between URB and PCM buffer and submits the
 * URB again. An interval that finds none queued is an XRUN of that length. An item is a packet.
 * Source: sound/usb/endpoint.c, snd_complete_urb().
 */
export function audio(host: Host, workload: Audio): Scenario {
  const { machine, controller, tally } = host;
  const { engine } = machine;
  const { packetsPerUrb, packetBytes, intervalNs } = workload;
  const clock = new IsocClock(engine, intervalNs);
  const queuePackets = packetEvents(host, clock);
  const bytes = packetsPerUrb * packetBytes;
  const copyNs = machine.copyNs(bytes);
  const endNs = packetEndNs(workload);

  const complete = fn(
    'snd_complete_urb',
    call(fn(workload.direction === 'in' ? 'retire_capture_urb' : 'prepare_playback_urb', copy(copyNs))),
    act(() => {
      tally.copied(bytes, copyNs);
      tally.progress(bytes, packetsPerUrb);
    }),
    call(host.submit),
  );
  const urbs = Array.from({ length: workload.urbs }, () => {
    const onEnd = engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'isoc',
      direction: workload.direction,
      bytes,
      packets: packetsPerUrb,
      complete,
      isMapped: machine.hcd.buffers.kind === 'cached',
      tally,
      start: () => {
        const slot = clock.take(packetsPerUrb);
        tally.lost += slot.missed;
        queuePackets(slot);
        engine.schedule(clock.until(slot.end - 1, endNs), Order.hardware, onEnd);
      },
    });
    return urb;
  });
  return { warmUpNs: 2 * packetsPerUrb * intervalNs, begin: submitAll(host, 'snd_usb_endpoint_start', urbs) };
}

/**
 * When the last packet of an URB is done, from the start of its interval: at the end of it, or behind a high-speed hub as
 * soon as the last split transaction has moved its part.
 */
function packetEndNs({ direction, packetBytes, intervalNs, isBehindHub = false }: Audio): number {
  if (!isBehindHub) return intervalNs;
  if (direction === 'out') return splitOutEndNs(packetBytes);
  const wireNs = Math.ceil(((packetBytes + PACKET_OVERHEAD_BYTES) * 8e9) / FULL_SPEED_BITS_PER_SEC);
  return Math.min(splitInEndNs(wireNs), intervalNs - 1);
}
