import { Queue as BullQueue } from 'bullmq';
import { QUEUES } from '../../ports/queue.ts';
import { PREFIX } from './bull-queue.ts';
import { type RedisPlace, redisOptions } from './redis-place.ts';

/** The three queues for a view of them. What they hold is keys: no mail, no address and no token is in them. */
export function watchedQueues(place: RedisPlace): readonly BullQueue[] {
  return QUEUES.map((name) => {
    const queue = new BullQueue(name, { connection: redisOptions(place), prefix: PREFIX });
    queue.on('error', () => {});
    return queue;
  });
}
