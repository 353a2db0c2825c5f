import { type Host, type Scenario, submitAll } from '../host.ts';
import { queueWorkOn } from '../kworker.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, cpuOf, fn } from '../program.ts';
import { urbOf } from '../urb.ts';
import { bulkStream } from './camera-bulk.ts';
import { isocStream } from './camera-isoc.ts';
import { type Camera, rootOfCamera } from './camera-stream.ts';
import { decodeHeaders } from './uvc-header.ts';

/**
 * uvcvideo: complete() reads the header of every packet, or of the one payload of a bulk URB; the payload is copied
 * there, or by a work item that submits the URB again when it is done (v5.0 and later).
 * Source: drivers/media/usb/uvc/uvc_video.c
 */
export function camera(host: Host, workload: Camera): Scenario {
  const { machine, controller, tally } = host;
  const isBulk = workload.transfer === 'bulk';
  const stream = isBulk ? bulkStream(host, workload) : isocStream(host, workload);
  const complete = completeOf(host, workload);
  const urbs = Array.from({ length: workload.urbs }, () => {
    const onEnd = machine.engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: isBulk ? 'bulk' : 'isoc',
      direction: 'in',
      bytes: 0,
      packets: isBulk ? 1 : workload.packetsPerUrb,
      complete,
      isMapped: machine.hcd.buffers.kind === 'cached',
      tally,
      root: rootOfCamera(workload),
      start: () => stream(urb, onEnd),
    });
    return urb;
  });
  const warmUpNs = Math.ceil(2e9 / workload.framesPerSec) + 2 * workload.packetsPerUrb * workload.intervalNs;
  return { warmUpNs, begin: submitAll(host, 'uvc_init_video', urbs) };
}

/** uvc_video_complete() */
function completeOf(host: Host, workload: Camera): Fn {
  const copyPayload = copyOf(host, workload);
  const decode =
    workload.transfer === 'bulk'
      ? fn('uvc_video_decode_bulk', ...decodeHeaders(host.machine, 1))
      : fn('uvc_video_decode_isoc', ...decodeHeaders(host.machine, workload.packetsPerUrb));
  const rest = workload.copyInCompletion ? [call(copyPayload), call(host.submit)] : inWork(host, copyPayload);
  return fn('uvc_video_complete', call(decode), ...rest);
}

function copyOf({ machine, tally }: Host, workload: Camera): Fn {
  const copyNs = (urb: Urb | null): number => machine.copyNs(urb?.bytes ?? 0);
  return fn(
    'uvc_video_copy_data',
    cpuOf((self) => copyNs(self.urb)),
    act((self) => tally.copied(self.urb?.bytes ?? 0, copyNs(self.urb))),
    act((self) => {
      const pictures = self.urb?.items ?? 0;
      if (pictures > 0) tally.progress(pictures * workload.frameBytes, pictures);
    }),
  );
}

/** queue_work() on an unbound queue: a kworker on another core, where there is one. */
function inWork(host: Host, copyPayload: Fn): readonly Step[] {
  const work = fn('uvc_video_copy_data_work', call(copyPayload), call(host.submit));
  return queueWorkOn(host.machine, host.machine.otherCore, [call(work)]);
}
