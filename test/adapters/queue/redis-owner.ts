import { openQueue } from '../../../src/adapters/queue/bull-queue.ts';
import { startPrivateRedis } from '../../../src/adapters/queue/private-redis.ts';

/** Starts a Redis, leaves one job in it, and waits to be killed. */
const redis = await startPrivateRedis(process.argv[2] ?? '');
const queue = openQueue(redis);
await queue.add({ queue: 'ingest', key: 'kept' });
// The append-only file is written to disk once a second.
await new Promise((resolve) => setTimeout(resolve, 2_000));
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
