import { rootOf } from '../bus.ts';
import type { GadgetStorage } from '../gadget-workload.ts';
import type { Host } from '../host.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, fn, wait } from '../program.ts';
import { urbOf } from '../urb.ts';
import { functionsOf } from './gadget-functions.ts';
import type { Initiator } from './gadget-storage-host.ts';

/** Length of the command wrapper of Bulk-Only Transport. */
const CBW_BYTES = 31;

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
export class Pipeline {
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
  readonly fillable: Step = sleepUntil(() => this.#at(this.#toFill).state !== 'busy');
  readonly drainable: Step = sleepUntil(() => this.#at(this.#toDrain).state !== 'busy');

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

function sleepUntil(test: () => boolean): Step {
  return call(fn('sleep_thread', wait(test)));
}
