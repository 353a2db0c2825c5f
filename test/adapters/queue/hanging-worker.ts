import { startWorker } from '../../../src/adapters/queue/bull-worker.ts';

/** A worker that takes a job, says so, and never comes back. */
startWorker(
  { socket: process.argv[2] ?? '' },
  {
    queue: 'ingest',
    concurrency: 1,
    lockMs: 1_000,
    retry: { attempts: 1, delayMs: 1 },
    work: () => {
      process.stdout.write('taken\n');
      return new Promise(() => {});
    },
    onDead: async () => {},
  },
);
