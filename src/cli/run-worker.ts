import { existsSync } from 'node:fs';
import { privateSocket } from '../adapters/queue/private-redis.ts';
import { Fault } from '../fault.ts';
import { QUEUES } from '../ports/queue.ts';
import { ExitCode } from './exit-code.ts';
import { complain } from './output.ts';
import { powersOf } from './powers.ts';
import { servicePlace } from './service-place.ts';
import { supervise } from './supervise.ts';

/** `giveback worker`: takes tasks of a service that runs. @throws Fault when there is no queue to join */
export async function runWorker(data: string | undefined, names: readonly string[]): Promise<ExitCode> {
  const unknown = names.filter((name) => !QUEUES.some((queue) => queue === name));
  if (unknown.length > 0) {
    complain('worker', `no queue is called ${unknown.join(', ')}; there are ${QUEUES.join(', ')}`);
    return ExitCode.usage;
  }
  const place = servicePlace(data);
  const socket = privateSocket(place.directory);
  if (place.redisUrl === null && !existsSync(socket))
    throw new Fault(`no service runs in ${place.directory}: start giveback serve, or set REDIS_URL`, 'never');
  const queues = QUEUES.filter((queue) => names.includes(queue));
  const redis = place.redisUrl === null ? ['--redis', socket] : [];
  const args = ['--data', place.directory, ...redis];
  return supervise([{ name: `worker for ${queues.join(', ')}`, queues, args, env: powersOf(queues) }]);
}
