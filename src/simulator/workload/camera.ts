import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Workload } from '../measurement.ts';
import { act, call, cpu, cpuOf, fn, forever, wait } from '../program.ts';
import { Urb } from '../urb.ts';
import { IsocClock } from './isoc-clock.ts';

type Camera = Extract<Workload, { kind: 'camera' }>;

/** Most bytes a high-speed endpoint moves in a microframe; more is SuperSpeed. */
const HIGH_SPEED_BYTES = 3072;

/** What an URB brought: payload bytes, and the pictures that were whole with it. */
interface Payload {
  readonly bytes: number;
  readonly pictures: number;
}

/**
 * uvcvideo over isochronous URBs: complete() reads the header of every packet; the payload is copied there, or by a
 * work item that submits the URB again when it is done (v5.0 and later). An interval without an URB to carry it
 * spoils the picture it belonged to; that is the only way to lose one. Source: drivers/media/usb/uvc/uvc_video.c
 */
export function camera(host: Host, workload: Camera): Scenario {
  const { machine, controller, tally } = host;
  const { engine, costs, hcd } = machine;
  const { packetsPerUrb, intervalNs } = workload;
  const clock = new IsocClock(engine, intervalNs);
  const sensor = new Sensor(workload);
  const toCopy: Urb[] = [];

  const copyPayload = fn(
    'uvc_video_copy_data',
    cpuOf((self) => machine.copyNs(self.urb?.bytes ?? 0)),
    act((self) => tally.copied(self.urb?.bytes ?? 0, machine.copyNs(self.urb?.bytes ?? 0))),
    act((self) => {
      const pictures = self.urb?.items ?? 0;
      if (pictures > 0) tally.progress(pictures * workload.frameBytes, pictures);
    }),
  );
  const worker = machine.kthread(
    'kworker/uvcvideo',
    machine.otherCore,
    fn(
      'worker_thread',
      forever(
        wait(() => toCopy.length > 0),
        act((self) => {
          self.urb = toCopy.shift() ?? null;
        }),
        call(fn('uvc_video_copy_data_work', call(copyPayload), call(host.submit))),
      ),
    ),
  );
  const deferred = [
    act((self) => {
      if (self.urb !== null) toCopy.push(self.urb);
    }),
    ...machine.wake(() => worker),
  ];
  const complete = fn(
    'uvc_video_complete',
    call(fn('uvc_video_decode_isoc', cpu(costs.uvcHeaderNs * packetsPerUrb))),
    ...(workload.copyInCompletion ? [call(copyPayload), call(host.submit)] : deferred),
  );

  const urbs = Array.from({ length: workload.urbs }, () => {
    const onEnd = engine.register(() => controller.finish(urb));
    const urb: Urb = new Urb({
      pipe: 'isoc',
      direction: 'in',
      bytes: 0,
      packets: packetsPerUrb,
      complete,
      isMapped: hcd.buffers.kind === 'cached',
      tally,
      root: workload.packetBytes > HIGH_SPEED_BYTES ? 3 : 2,
      start: () => {
        const slot = clock.take(packetsPerUrb);
        tally.lost += sensor.drop(slot.first - slot.missed, slot.first);
        const payload = sensor.send(slot.first, slot.end);
        urb.items = payload.pictures;
        urb.bytes = payload.bytes;
        engine.schedule(clock.until(slot.end, 0), Order.hardware, onEnd);
      },
    });
    return urb;
  });
  const warmUpNs = Math.ceil(2e9 / workload.framesPerSec) + 2 * packetsPerUrb * intervalNs;
  return { warmUpNs, begin: submitAll(host, 'uvc_init_video', urbs) };
}

/** Pictures come at a fixed rate and go out one packet an interval; a rate the packets cannot carry is not reached. */
class Sensor {
  readonly #periodIntervals: number;
  readonly #packets: number;
  readonly #packetBytes: number;
  readonly #frameBytes: number;
  #picture = 0;
  /** First interval of the picture being sent. */
  #first = 0;
  #isSpoilt = false;

  constructor({ framesPerSec, frameBytes, packetBytes, intervalNs }: Camera) {
    this.#periodIntervals = 1e9 / framesPerSec / intervalNs;
    this.#packets = Math.ceil(frameBytes / packetBytes);
    this.#packetBytes = packetBytes;
    this.#frameBytes = frameBytes;
  }

  /** What the intervals from `first` up to `end` carry. */
  send(first: number, end: number): Payload {
    let bytes = 0;
    let pictures = 0;
    for (; this.#first < end; this.#nextPicture()) {
      bytes += this.#bytesUpTo(end) - this.#bytesUpTo(first);
      if (this.#first + this.#packets > end) break;
      if (!this.#isSpoilt) pictures += 1;
    }
    return { bytes, pictures };
  }

  /** The intervals from `first` up to `end` pass with nothing to carry them. @returns pictures newly spoilt */
  drop(first: number, end: number): number {
    let spoilt = 0;
    for (; first < end && this.#first < end; this.#nextPicture()) {
      const isHit = this.#bytesUpTo(end) > this.#bytesUpTo(first);
      if (isHit && !this.#isSpoilt) {
        this.#isSpoilt = true;
        spoilt += 1;
      }
      if (this.#first + this.#packets > end) break;
    }
    return spoilt;
  }

  #bytesUpTo(interval: number): number {
    const packets = Math.max(0, Math.min(this.#packets, interval - this.#first));
    return Math.min(this.#frameBytes, packets * this.#packetBytes);
  }

  #nextPicture(): void {
    this.#picture += 1;
    this.#first = Math.max(this.#first + this.#packets, Math.ceil(this.#picture * this.#periodIntervals));
    this.#isSpoilt = false;
  }
}
