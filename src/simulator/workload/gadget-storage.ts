import type { GadgetStorage } from '../gadget-workload.ts';
import type { Host, Scenario } from '../host.ts';
import type { Context, Fn } from '../parts.ts';
import { act, call, cpu, fn, forever, loop, when } from '../program.ts';
import { fileOf } from './gadget-storage-file.ts';
import { Initiator } from './gadget-storage-host.ts';
import { Pipeline } from './gadget-storage-pipeline.ts';

/** Length of the status wrapper of Bulk-Only Transport. */
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
