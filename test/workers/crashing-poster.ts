import { join } from 'node:path';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { ensureReply } from '../../workers/reply.ts';
import { fileSink } from './file-sink.ts';
import { portsOf } from './ports-of.ts';

const [folder = '', key = '', crashAt = '0'] = process.argv.slice(2);
let point = 0;

/** Counts to the point where this process is to die, before and after each call of a port. */
function step(): void {
  point += 1;
  if (point === Number(crashAt)) process.kill(process.pid, 'SIGKILL');
}

function crashing<Port extends object>(port: Port): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        step();
        const result: unknown = await Reflect.apply(value, target, args);
        step();
        return result;
      };
    },
  });
}

const store = await openStore({ file: join(folder, 'giveback.sqlite') });
const receivers = { mail: crashing(fileSink(join(folder, 'posts'))) };
await ensureReply(key, portsOf({ store: crashing(store), receivers, policy: { stage: 'list' } }));
await store.close();
