import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Urb } from '../parts.ts';
import { act, call, copy, fn } from '../program.ts';
import { splitInEndNs } from '../split.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { IsocClock, packetEvents } from './isoc-clock.ts';

type Pwc = Extract<Workload, { kind: 'pwc' }>;

const FULL_SPEED_BITS_PER_SEC = 12_000_000;
/** Token, header, CRC and gaps of a full-speed isochronous packet. */
const PACKET_OVERHEAD_BYTES = 9;

/**
 * pwc: isochronous URBs of a few packets; complete() copies every packet out of the URB's buffer, then submits the
 * URB again. The copy runs at the rate of the kind of memory the buffers are in. An item is a packet.
 * Source: drivers/media/usb/pwc/pwc-if.c, pwc_isoc_handler().
 */
export function pwc(host: Host, workload: Pwc): Scenario {
  const { machine, controller, tally } = host;
  const { engine, hcd } = machine;
  const { packetsPerUrb, bufferBytes, intervalNs } = workload;
  const clock = new IsocClock(engine, intervalNs);
  const queuePackets = packetEvents(host, clock);
  const packetBytes = Math.ceil(bufferBytes / packetsPerUrb) + PACKET_OVERHEAD_BYTES;
  const wireNs = Math.ceil((packetBytes * 8e9) / FULL_SPEED_BITS_PER_SEC);
  const packetNs = Math.min(workload.isBehindHub === true ? splitInEndNs(wireNs) : wireNs, intervalNs - 1);

  const isocHandler = fn(
    'pwc_isoc_handler',
    call(fn('memcpy', copy(machine.copyNs(bufferBytes)))),
    act(() => tally.copied(bufferBytes, machine.copyNs(bufferBytes))),
    act(() => tally.progress(bufferBytes, packetsPerUrb)),
    call(host.submit),
  );
  const urbs = Array.from({ length: workload.urbs }, () => {
    const onEnd = engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'isoc',
      direction: 'in',
      bytes: bufferBytes,
      packets: packetsPerUrb,
      complete: isocHandler,
      isMapped: hcd.buffers.kind === 'cached',
      tally,
      start: () => {
        const slot = clock.take(packetsPerUrb);
        tally.lost += slot.missed;
        queuePackets(slot);
        engine.schedule(clock.until(slot.end - 1, packetNs), Order.hardware, onEnd);
      },
    });
    return urb;
  });
  return { warmUpNs: 2 * packetsPerUrb * intervalNs, begin: submitAll(host, 'pwc_isoc_init', urbs) };
}
