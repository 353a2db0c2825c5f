import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { GadgetStorage } from '../gadget-workload.ts';
import type { Host, Scenario } from '../host.ts';
import type { Machine } from '../machine.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, cpuOf, fn, forever, loop, wait, when } from '../program.ts';
import { urbOf } from '../urb.ts';
import { functionsOf } from './gadget-functions.ts';
import { Initiator } from './gadget-storage-host.ts';

/** Length of the command and the status wrapper of Bulk-Only Transport. */
const CBW_BYTES = 31;
const CSW_BYTES = 13;

/**
 * f_mass_storage: one thread that reads a buffer from the backing file while the controller sends the one before it.
 * With N buffers, constant times f for the file, b for the bus and l from the end of a transfer to the buffer that is
 * empty again, the buffers of a command follow each other every
 *
 *     max(f, b, (f + b + l) / N)
 *
 * and a command is that with its wrappers and the host's own time around it, where nothing overlaps. Source:
 * drivers/usb/gadget/function/f_mass_storage.c of Linux 6.1, fsg_main_thread() and what it calls
 */
export function gadgetStorage(host: Host, workload: GadgetStorage): Scenario {
  const { machine } = host;
  const initiator = new Initiator(host, workload);
  const pipeline = new Pipeline(host, workload, { initiator, wake: machine.wake(() => thread) });
  const file = fileOf(host, workload, () => thread);
  const data = workload.direction === 'read' ? doRead(pipeline, file) : doWrite(pipeline, file);
  const program = forever(
    call(getNextCommand(pipeline)),
    cpu(machine.costs.scsiNs),
    act(() => pipeline.begin()),
    call(data),
    call(sendStatus(pipeline)),
  );
  const thread: Context = machine.kthread(
    'file-storage',
    machine.applicationCore,
    fn('fsg_main_thread', program),
  );
  return { warmUpNs: 0, begin: () => thread.core.wake(thread) };
}

/** struct fsg_buffhd: `busy` while the controller has it, in either direction. */
interface Buffer {
  readonly in: Urb;
  readonly out: Urb;
  state: 'busy' | 'empty' | 'full';
}

interface Ends {
  readonly initiator: Initiator;
  /** wake_up() of the thread. */
  readonly wake: readonly Step[];
}

/** The ring of buffers, where the thread stands in it, and how much of the command is left. */
class Pipeline {
  /** Bytes the file has not given or taken yet, and those the host was not asked for. */
  leftBytes = 0;
  #unaskedBytes = 0;
  readonly #commandBytes: number;
  readonly #bufferBytes: number;
  readonly #buffers: readonly Buffer[];
  readonly #queue: Fn;
  #toFill = 0;
  #toDrain = 0;

  constructor(host: Host, { commandBytes, speed }: GadgetStorage, { initiator, wake }: Ends) {
    const { storageBuffers, storageBufferBytes } = functionsOf(host.machine);
    this.#commandBytes = commandBytes;
    this.#bufferBytes = storageBufferBytes;
    this.#queue = host.submit;
    const shape = { pipe: 'bulk', isMapped: true, bytes: 0, tally: host.tally, root: rootOf(speed) } as const;
    const start = (urb: Urb): void => initiator.offer(urb);
    const completeIn = fn('bulk_in_complete', this.#become('empty'), ...wake);
    const completeOut = fn('bulk_out_complete', this.#become('full'), ...wake);
    this.#buffers = Array.from({ length: storageBuffers }, () => ({
      in: urbOf({ ...shape, direction: 'in', complete: completeIn, start }),
      out: urbOf({ ...shape, direction: 'out', complete: completeOut, start }),
      state: 'empty',
    }));
  }

  begin(): void {
    this.leftBytes = this.#commandBytes;
    this.#unaskedBytes = this.#commandBytes;
    this.#toDrain = this.#toFill;
  }

  /** sleep_thread() until the buffer that is to be filled next is not busy. */
  readonly fillable: Step = call(
    fn(
      'sleep_thread',
      wait(() => this.#at(this.#toFill).state !== 'busy'),
    ),
  );
  readonly drainable: Step = call(
    fn(
      'sleep_thread',
      wait(() => this.#at(this.#toDrain).state !== 'busy'),
    ),
  );

  readonly mayAsk = (): boolean => this.#unaskedBytes > 0 && this.#at(this.#toFill).state === 'empty';
  readonly isUnfinished = (): boolean => this.leftBytes > 0;

  /** Of the next piece of the command. */
  get pieceBytes(): number {
    return Math.min(this.#bufferBytes, this.leftBytes);
  }

  /** start_in_transfer(); the next buffer is the one to fill after that. */
  send(bytes: () => number): readonly Step[] {
    return [
      this.#hand((buffer) => buffer.in, bytes),
      call(this.#queue),
      act(() => {
        this.#toFill += 1;
      }),
    ];
  }

  /** start_out_transfer() for the next piece. */
  ask(): readonly Step[] {
    const pieceBytes = (): number => Math.min(this.#bufferBytes, this.#unaskedBytes);
    return [
      this.#hand((buffer) => buffer.out, pieceBytes),
      act(({ urb }) => {
        this.#unaskedBytes -= urb?.bytes ?? 0;
        this.#toFill += 1;
      }),
      call(this.#queue),
    ];
  }

  /** The command wrapper comes into the buffer that stays the one to fill: it is emptied at once. */
  askForCommand(): readonly Step[] {
    return [
      this.#hand(
        (buffer) => buffer.out,
        () => CBW_BYTES,
      ),
      call(this.#queue),
    ];
  }

  readonly emptyCommand: Step = act(() => {
    this.#at(this.#toFill).state = 'empty';
  });

  /** A full buffer is taken for the file; it is marked empty before it is written, by this very thread. */
  readonly drain: Step = act(() => {
    this.#at(this.#toDrain).state = 'empty';
    this.#toDrain += 1;
  });

  #hand(choose: (buffer: Buffer) => Urb, bytes: () => number): Step {
    return act((self) => {
      const buffer = this.#at(this.#toFill);
      buffer.state = 'busy';
      self.urb = choose(buffer);
      self.urb.bytes = bytes();
    });
  }

  #become(state: 'empty' | 'full'): Step {
    return act(({ urb }) => {
      const buffer = this.#buffers.find((one) => one.in === urb || one.out === urb);
      if (buffer !== undefined) buffer.state = state;
    });
  }

  #at(index: number): Buffer {
    const buffer = this.#buffers[index % this.#buffers.length];
    if (buffer === undefined) throw new RangeError('a pipeline has at least one buffer');
    return buffer;
  }
}

function getNextCommand(pipeline: Pipeline): Fn {
  const { fillable, emptyCommand } = pipeline;
  return fn('get_next_command', fillable, ...pipeline.askForCommand(), fillable, emptyCommand);
}

/** Each piece is read when a buffer is free, and sent while the next one is read. */
function doRead(pipeline: Pipeline, file: (bytes: () => number) => Fn): Fn {
  let pieceBytes = 0;
  const read = file(() => pieceBytes);
  return fn(
    'do_read',
    loop(
      pipeline.isUnfinished,
      pipeline.fillable,
      act(() => {
        pieceBytes = pipeline.pieceBytes;
        pipeline.leftBytes -= pieceBytes;
      }),
      call(read),
      ...pipeline.send(() => pieceBytes),
    ),
  );
}

/** As many pieces are asked for as there are buffers; what has come is written meanwhile. */
function doWrite(pipeline: Pipeline, file: (bytes: () => number) => Fn): Fn {
  let pieceBytes = 0;
  let asks = false;
  const write = file(() => pieceBytes);
  return fn(
    'do_write',
    loop(
      pipeline.isUnfinished,
      act(() => {
        asks = pipeline.mayAsk();
      }),
      when(() => asks, ...pipeline.ask()),
      when(
        () => !asks,
        pipeline.drainable,
        pipeline.drain,
        act(() => {
          pieceBytes = pipeline.pieceBytes;
        }),
        call(write),
        act(() => {
          pipeline.leftBytes -= pieceBytes;
        }),
      ),
    ),
  );
}

function sendStatus(pipeline: Pipeline): Fn {
  return fn('send_status', pipeline.fillable, ...pipeline.send(() => CSW_BYTES));
}

/** kernel_read() or kernel_write(): the CPU moves the bytes, or the thread sleeps until the medium has. */
function fileOf(
  { machine }: Host,
  workload: GadgetStorage,
  thread: () => Context,
): (bytes: () => number) => Fn {
  const { direction, isBackingBusy } = workload;
  const { engine } = machine;
  const name = direction === 'read' ? 'kernel_read' : 'kernel_write';
  const fileNs = backingTime(machine, workload);
  if (isBackingBusy)
    return (bytes) =>
      fn(
        name,
        cpuOf(() => fileNs(bytes())),
      );
  let isMoved = false;
  const onMoved = engine.register(() => {
    isMoved = true;
    thread().core.wake(thread());
  });
  return (bytes) =>
    fn(
      name,
      act(() => {
        isMoved = false;
        engine.schedule(fileNs(bytes()), Order.hardware, onMoved);
      }),
      wait(() => isMoved),
    );
}

/** Time of the next buffer of a size: the k-th is the same in every run of a seed. */
function backingTime(
  machine: Pick<Machine, 'stream'>,
  { backingBytesPerSec, backingCv = 0 }: GadgetStorage,
): (bytes: number) => number {
  const meanNs = (bytes: number): number => (bytes * 1e9) / backingBytesPerSec;
  if (backingCv === 0) return (bytes) => Math.round(meanNs(bytes));
  const stream = machine.stream('gadget', 'backing');
  const sigma = Math.sqrt(Math.log(1 + backingCv * backingCv));
  let k = 0;
  return (bytes) => {
    k += 1;
    return Math.round(meanNs(bytes) * Math.exp(sigma * stream.normal(k) - (sigma * sigma) / 2));
  };
}
