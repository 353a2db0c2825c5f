import { Queue as BullQueue, type QueueOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueProbe } from '../../ports/queue.ts';
import { QUEUES, type Queue, type QueueName, type Task } from '../../ports/queue.ts';
import { jobKey } from '../../service/job-keys.ts';
import { type RedisPlace, redisOptions } from './redis-place.ts';

/** Names all our keys in Redis. */
export const PREFIX = 'giveback';

/** The key of a row, and nothing else: whoever reads Redis learns no mail, no address and no token. */
export interface JobData {
  readonly key: string;
}

/** Lies beside the jobs and goes with them. */
const MARK = 'giveback-mark';
/** Written to see whether anything can be. */
const PROBED = 'giveback-probe';
const PROBED_SECONDS = 60;

/** The three queues on a Redis. A job is removed when it is done, because what was done is written in the store. */
export function openQueue(place: RedisPlace): Queue & QueueProbe {
  const queues = {
    ingest: bullQueue('ingest', place),
    evaluate: bullQueue('evaluate', place),
    reply: bullQueue('reply', place),
  };
  const marks = new Redis(redisOptions(place));
  marks.on('error', () => {});
  return {
    async add({ queue, key }, delayMs = 0) {
      const jobId = jobKey({ queue, key });
      await queues[queue].add(queue, { key }, delayMs > 0 ? { jobId, delay: delayMs } : { jobId });
    },
    forget: (task) => forget(queues, task),
    async counts() {
      const counted = await Promise.all(QUEUES.map((name) => countsOf(queues[name])));
      const [ingest, evaluate, reply] = counted;
      if (ingest === undefined || evaluate === undefined || reply === undefined)
        throw new Error('each queue has its counts');
      return { ingest, evaluate, reply };
    },
    async wasEmptied() {
      return (await marks.set(MARK, 'here', 'NX')) === 'OK';
    },
    async probe() {
      await marks.set(PROBED, '', 'EX', PROBED_SECONDS);
    },
    async close() {
      await Promise.all(QUEUES.map((name) => queues[name].close()));
      marks.disconnect();
    },
  };
}

type Queues = Readonly<Record<QueueName, BullQueue<JobData>>>;

/** No options for its jobs: they would be written and read with every job, and the worker knows them. */
function bullQueue(name: QueueName, place: RedisPlace): BullQueue<JobData> {
  const options: QueueOptions = { connection: redisOptions(place), prefix: PREFIX };
  const queue = new BullQueue<JobData>(name, options);
  // The connection is made anew by itself; what failed meanwhile is told by the call that failed.
  queue.on('error', () => {});
  return queue;
}

async function forget(queues: Queues, task: Task): Promise<void> {
  const job = await queues[task.queue].getJob(jobKey(task));
  if (job !== undefined && (await job.isFailed())) await job.remove();
}

async function countsOf(queue: BullQueue<JobData>) {
  const counts = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed');
  const { waiting = 0, delayed = 0, active = 0, failed = 0 } = counts;
  return { waiting: waiting + delayed, active, dead: failed };
}
