import { rootOf } from '../bus.ts';
import type { Host, Scenario } from '../host.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, forever, wait } from '../program.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { Target } from './uas-target.ts';

type Uas = Extract<Workload, { kind: 'uas' }>;

/** Command and status information units. */
const COMMAND_BYTES = 32;
const SENSE_BYTES = 16;
/** Beside the pipes for data. */
const STATUS_PIPE = 1;
const COMMAND_PIPE = 1;

/** The three URBs of one command. */
interface Tag {
  readonly status: Urb;
  readonly data: Urb;
  readonly command: Urb;
  /** URBs of the command that are not given back. */
  left: number;
}

/**
 * USB Attached SCSI: as many commands as there are tags, each with a status, a data and a command URB; no thread of
 * the driver, the last complete() ends the command. The device works on one command at a time, and sends the data of
 * one while it works on the next. Source: drivers/usb/storage/uas.c
 */
export function uas(host: Host, workload: Uas): Scenario {
  const { machine, tally } = host;
  const free: Tag[] = [];
  let tag: Tag | null = null;

  const complete = (name: string, of: () => Tag): Fn =>
    fn(
      name,
      act(() => {
        of().left -= 1;
        if (of().left > 0) return;
        free.push(of());
        tally.progress(workload.transferBytes, 1);
      }),
      ...machine.wake(() => submitter),
    );
  const submit = (choose: (of: Tag) => Urb): readonly Step[] => [
    act((self) => {
      self.urb = tag === null ? null : choose(tag);
    }),
    call(host.submit),
  ];
  const queueCommand = fn(
    'uas_queuecommand',
    ...submit((of) => of.status),
    ...submit((of) => of.data),
    ...submit((of) => of.command),
  );
  const program = forever(
    wait(() => free.length > 0),
    act(() => {
      tag = free.shift() ?? null;
      if (tag !== null) tag.left = 3;
    }),
    cpu(machine.costs.scsiNs),
    call(queueCommand),
  );
  const submitter = machine.kthread('fio', machine.applicationCore, fn('io_submit', program));
  const target = new Target(host, workload);
  free.push(
    ...Array.from({ length: workload.queueDepth }, () => tagOf(host, workload, { target, complete })),
  );
  return { warmUpNs: 4 * workload.deviceNs, begin: () => submitter.core.wake(submitter) };
}

interface TagParts {
  readonly target: Target;
  readonly complete: (name: string, of: () => Tag) => Fn;
}

/** The command URB sets the device to work; the data and the status come back when it has. */
function tagOf({ controller, tally }: Host, workload: Uas, { target, complete }: TagParts): Tag {
  const shape = {
    pipe: 'bulk',
    isMapped: true,
    tally,
    root: rootOf(workload.speed),
    start: () => {},
  } as const;
  const work = target.work(workload.transferBytes, {
    taken: () => controller.finish(tag.command),
    done: () => {
      controller.finish(tag.data);
      controller.finish(tag.status);
    },
  });
  const tag: Tag = {
    status: urbOf({
      ...shape,
      direction: 'in',
      endpoint: STATUS_PIPE,
      bytes: SENSE_BYTES,
      complete: complete('uas_stat_cmplt', () => tag),
    }),
    data: urbOf({
      ...shape,
      direction: workload.direction === 'read' ? 'in' : 'out',
      bytes: workload.transferBytes,
      complete: complete('uas_data_cmplt', () => tag),
    }),
    command: urbOf({
      ...shape,
      direction: 'out',
      endpoint: COMMAND_PIPE,
      bytes: COMMAND_BYTES,
      complete: complete('uas_cmd_cmplt', () => tag),
      start: work,
    }),
    left: 0,
  };
  return tag;
}
