import { parseArgs } from 'node:util';
import { ExitCode } from '../src/cli/exit-code.ts';
import { servicePlace } from '../src/cli/service-place.ts';
import { Fault } from '../src/fault.ts';
import { QUEUES } from '../src/ports/queue.ts';
import { serve } from './serve.ts';
import { whenAskedToEnd } from './when-asked-to-end.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, redis: { type: 'string' }, queue: { type: 'string', multiple: true } },
});
const place = servicePlace(values.data);
const redis = values.redis === undefined ? { url: place.redisUrl ?? '' } : { socket: values.redis };
const chosen = QUEUES.filter((queue) => values.queue === undefined || values.queue.includes(queue));

// Until it serves, nothing is in hand.
whenAskedToEnd(() => process.exit(0));
await serve(place, redis, chosen).catch((error: unknown) => {
  process.stderr.write(`giveback: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
});

function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Fault)) return ExitCode.ownFault;
  return error.retry === 'later' ? ExitCode.tryLater : ExitCode.configuration;
}
