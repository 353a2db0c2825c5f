import { hasRedis } from '../support/redis-binary.ts';
import type { Bench } from './compare.ts';
import { QueueGround, type Ways } from './queue-ground.ts';

/** Our adapter is to move nine tenths of the jobs that BullMQ alone moves on the same Redis in the same time. */
const TARGET = 1 / 0.9;

const keyOf = (number: number): string => `d-${String(number).padStart(40, '0')}`;

async function addAll(ways: Ways, jobs: number, abreast: number): Promise<void> {
  for (let first = 0; first < jobs; first += abreast)
    await Promise.all(Array.from({ length: abreast }, (_, index) => ways.add(keyOf(first + index))));
}

/** Seconds for adding so many jobs, so many of them under way at a time. */
async function secondsToAdd(ways: Ways, jobs: number, abreast: number): Promise<number> {
  const begun = performance.now();
  await addAll(ways, jobs, abreast);
  return (performance.now() - begun) / 1_000;
}

/** Seconds from the first job that is taken to the last; that a worker connects is no part of it. */
async function secondsToProcess(ways: Ways, jobs: number, concurrency: number): Promise<number> {
  await addAll(ways, jobs, 100);
  let [count, begun] = [0, 0];
  let worker = { close: async () => {} };
  const seconds = await new Promise<number>((resolve) => {
    worker = ways.work(concurrency, () => {
      count += 1;
      if (count === 1) begun = performance.now();
      if (count === jobs) resolve((performance.now() - begun) / 1_000);
    });
  });
  await worker.close();
  return seconds;
}

type Timed = (ways: Ways) => Promise<number>;

/** A ground for each row: it is opened at the first turn, which is not counted. */
function queueBench(name: string, timed: Timed): Bench {
  let opened: Promise<QueueGround> | null = null;
  const turn = async (pick: (ground: QueueGround) => Ways) => {
    opened ??= QueueGround.open();
    const ground = await opened;
    await ground.empty();
    return timed(pick(ground));
  };
  return {
    name,
    run: () => turn(({ ours }) => ours),
    peer: { name: 'BullMQ', run: () => turn(({ plain }) => plain) },
    targetRatio: TARGET,
    close: () => void opened?.then((ground) => ground.close()),
  };
}

export const benches: readonly Bench[] = !hasRedis
  ? []
  : [
      queueBench('queue: add 3000 jobs, one by one', (ways) => secondsToAdd(ways, 3_000, 1)),
      queueBench('queue: add 4000 jobs, 100 at a time', (ways) => secondsToAdd(ways, 4_000, 100)),
      queueBench('queue: process 2000 jobs, one by one', (ways) => secondsToProcess(ways, 2_000, 1)),
      queueBench('queue: process 4000 jobs, 50 at a time', (ways) => secondsToProcess(ways, 4_000, 50)),
    ];
