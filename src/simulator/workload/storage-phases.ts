import { type Bus, rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host } from '../host.ts';
import type { Fn, Urb } from '../parts.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { deviceTime } from './device-time.ts';

type Storage = Extract<Workload, { kind: 'storage' }>;

/** Bulk-Only Transport: length of the command and the status wrapper. */
const CBW_BYTES = 31;
const CSW_BYTES = 13;

/** complete() of the URBs of a command. */
export interface Completions {
  readonly one: Fn;
  /** Of an entry of a scatter list. */
  readonly entry: Fn;
}

type ShapeOf = Pick<Urb, 'direction' | 'bytes' | 'complete'>;

/** Command, data, status; the device takes its time over the data. */
export function phasesOf(
  host: Host,
  workload: Storage,
  { one, entry }: Completions,
): readonly (readonly Urb[])[] {
  const { transferBytes, dataUrbs = 1 } = workload;
  const accessNs = deviceTime(host.machine, workload);
  const direction = workload.direction === 'read' ? 'in' : 'out';
  const whole: ShapeOf = { direction, bytes: transferBytes, complete: one };
  return [
    [transfer(host, workload, { direction: 'out', bytes: CBW_BYTES, complete: one })],
    dataUrbs === 1
      ? [transfer(host, workload, whole, accessNs)]
      : scatterList(host, workload, { ...whole, complete: entry }, accessNs),
    [transfer(host, workload, { direction: 'in', bytes: CSW_BYTES, complete: one })],
  ];
}

/** The wire to the device; a full-speed one behind a high-speed hub is reached through the hub. */
function wireTo({ machine }: Host, { speed, isBehindHub = false }: Storage): Pick<Bus, 'book'> {
  if (!isBehindHub || speed !== 'full') return machine.busOf(speed);
  return { book: (_, bytes) => machine.translator.book(bytes) };
}

function transfer(host: Host, workload: Storage, shape: ShapeOf, accessNs = (): number => 0): Urb {
  const { engine } = host.machine;
  const bus = wireTo(host, workload);
  const onEnd = engine.register(() => host.controller.finish(urb));
  const start = (): void => {
    engine.schedule(bus.book(shape.direction, shape.bytes) + accessNs(), Order.hardware, onEnd);
  };
  const urb = bulkUrb(host, workload, { ...shape, start });
  return urb;
}

/** The data in as many URBs; none of it crosses before the device has taken its time. */
function scatterList(host: Host, workload: Storage, whole: ShapeOf, accessNs: () => number): readonly Urb[] {
  const { engine } = host.machine;
  const bus = wireTo(host, workload);
  const entryBytes = Math.ceil(whole.bytes / (workload.dataUrbs ?? 1));
  let readyNs = 0;
  return Array.from({ length: Math.ceil(whole.bytes / entryBytes) }, (_, index) => {
    const bytes = Math.min(entryBytes, whole.bytes - index * entryBytes);
    const onEnd = engine.register(() => host.controller.finish(urb));
    const onReady = engine.register(() => {
      engine.schedule(bus.book(whole.direction, bytes), Order.hardware, onEnd);
    });
    const start = (): void => {
      if (index === 0) readyNs = engine.nowNs + accessNs();
      engine.schedule(Math.max(0, readyNs - engine.nowNs), Order.hardware, onReady);
    };
    const urb = bulkUrb(host, workload, { ...whole, bytes, start });
    return urb;
  });
}

function bulkUrb({ tally }: Host, { speed }: Storage, of: ShapeOf & Pick<Urb, 'start'>): Urb {
  return urbOf({ pipe: 'bulk', isMapped: true, tally, root: rootOf(speed), ...of });
}
