import { openQueue } from '../../src/adapters/queue/bull-queue.ts';
import { startWorker } from '../../src/adapters/queue/bull-worker.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { readDocuments } from '../../src/cli/read-thread.ts';
import { evaluate } from '../../src/pipeline.ts';
import { threadMail } from '../../src/service/thread-mail.ts';
import { readSettings } from '../../src/settings.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { every } from '../../workers/every.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { portsOf } from './ports-of.ts';

// A worker of evaluations as the service has them, but for one thing: the pipeline runs in this process. A process for
// each of a thousand threads would take ten minutes. Says the key of each evaluation that it has settled.

const [file = '', socket = ''] = process.argv.slice(2);
const settings = readSettings();
const store = await openStore({ file });
const queue = openQueue({ socket });
const ports: WorkerPorts = { ...portsOf({ store, evaluate: inThisProcess }), queue };

const running = [
  startWorker(
    { socket },
    {
      ...{ queue: 'evaluate', concurrency: 1, lockMs: 10_000, retry: { attempts: 3, delayMs: 100 } },
      async work(key) {
        await ensureEvaluated(key, ports);
        process.stdout.write(`${key}\n`);
      },
      onDead: (task, because) => store.bury(task, because, Date.now()),
    },
  ),
  every(0.5, () => reconcile(ports)),
];
process.once('SIGTERM', () => void end());

async function end(): Promise<void> {
  await Promise.all(running.map((one) => one.close()));
  await queue.close();
  await store.close();
}

async function inThisProcess({
  documents,
  command,
}: Parameters<WorkerPorts['evaluate']>[0]): ReturnType<WorkerPorts['evaluate']> {
  const named = documents.map((bytes, index) => ({ name: String(index), bytes }));
  const thread = await readDocuments({ value: named, problems: [] }, settings);
  const { seed, draws } = settings;
  const report = evaluate({ ...thread, toolVersion: 'test', seed, draws, command }, settings);
  return { report, mails: thread.letters.map(threadMail) };
}
