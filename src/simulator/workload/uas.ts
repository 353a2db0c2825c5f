import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Workload } from '../measurement.ts';
import { act, call, cpu, type Fn, fn, forever, type Step, wait } from '../program.ts';
import { Urb, type UrbOf } from '../urb.ts';
import { deviceTime } from './device-time.ts';

type Uas = Extract<Workload, { kind: 'uas' }>;

/** Command and status information units. */
const COMMAND_BYTES = 32;
const SENSE_BYTES = 16;

/** A tag: the three URBs of one command. */
interface Tag {
  readonly status: Urb;
  readonly data: Urb;
  readonly command: Urb;
  /** URBs of the command that are not given back. */
  left: number;
}

/**
 * USB Attached SCSI: as many commands as there are tags, each with a status, a data and a command URB; no thread of
 * the driver, complete() itself ends the command. The device works on one command at a time, and sends the data of one
 * while it works on the next. Source: drivers/usb/storage/uas.c
 */
export function uas(host: Host, workload: Uas): Scenario {
  const { machine, controller, tally } = host;
  const { engine, costs } = machine;
  const bus = machine.busOf(workload.speed);
  const target = new Target(host, workload);
  const free: Tag[] = [];

  const completeOf = (name: string, tag: () => Tag): Fn =>
    fn(
      name,
      act(() => {
        tag().left -= 1;
        if (tag().left > 0) return;
        free.push(tag());
        tally.progress(workload.transferBytes, 1);
      }),
      ...machine.wake(() => submitter),
    );
  const tagOf = (): Tag => {
    const shape = { pipe: 'bulk', isMapped: true, tally, root: rootOf(workload.speed) } as const;
    const urbOf = (of: Pick<UrbOf, 'direction' | 'bytes' | 'complete' | 'start'>): Urb =>
      new Urb({ ...shape, ...of });
    const onCommand = engine.register(() => {
      controller.finish(tag.command);
      target.queue(tag.data, onData);
    });
    const onData = engine.register(() => {
      controller.finish(tag.data);
      controller.finish(tag.status);
    });
    const tag: Tag = {
      status: urbOf({
        direction: 'in',
        bytes: SENSE_BYTES,
        complete: completeOf('uas_stat_cmplt', () => tag),
        start: () => {},
      }),
      data: urbOf({
        direction: workload.direction === 'read' ? 'in' : 'out',
        bytes: workload.transferBytes,
        complete: completeOf('uas_data_cmplt', () => tag),
        start: () => {},
      }),
      command: urbOf({
        direction: 'out',
        bytes: COMMAND_BYTES,
        complete: completeOf('uas_cmd_cmplt', () => tag),
        start: () => engine.schedule(bus.book('out', COMMAND_BYTES), Order.hardware, onCommand),
      }),
      left: 0,
    };
    return tag;
  };
  free.push(...Array.from({ length: workload.queueDepth }, tagOf));

  let tag: Tag | null = null;
  const submit = (choose: (of: Tag) => Urb): readonly Step[] => [
    act((self) => {
      self.urb = tag === null ? null : choose(tag);
    }),
    call(host.submit),
  ];
  const submitter = machine.kthread(
    'fio',
    machine.applicationCore,
    fn(
      'io_submit',
      forever(
        wait(() => free.length > 0),
        act(() => {
          tag = free.shift() ?? null;
          if (tag !== null) tag.left = 3;
        }),
        cpu(costs.scsiNs),
        call(
          fn(
            'uas_queuecommand',
            ...submit((of) => of.status),
            ...submit((of) => of.data),
            ...submit((of) => of.command),
          ),
        ),
      ),
    ),
  );
  return { warmUpNs: 4 * workload.deviceNs, begin: () => submitter.core.wake(submitter) };
}

/** The disk: commands in the order they came, one access at a time; the data goes over the bus meanwhile. */
class Target {
  readonly #host: Host;
  readonly #workload: Uas;
  readonly #accessNs: () => number;
  #freeNs = 0;

  constructor(host: Host, workload: Uas) {
    this.#host = host;
    this.#workload = workload;
    this.#accessNs = deviceTime(host.machine, workload);
  }

  queue(data: Urb, onData: number): void {
    const { engine } = this.#host.machine;
    this.#freeNs = Math.max(engine.nowNs, this.#freeNs) + this.#accessNs();
    engine.schedule(this.#freeNs - engine.nowNs, Order.hardware, this.#onAccess(data, onData));
  }

  /** One handler for each tag: it books the bus when the access is over. */
  readonly #handlers = new Map<Urb, number>();

  #onAccess(data: Urb, onData: number): number {
    const { engine } = this.#host.machine;
    const known = this.#handlers.get(data);
    if (known !== undefined) return known;
    const handler = engine.register(() => {
      const bus = this.#host.machine.busOf(this.#workload.speed);
      engine.schedule(bus.book(data.direction, data.bytes), Order.hardware, onData);
    });
    this.#handlers.set(data, handler);
    return handler;
  }
}
