import { deepStrictEqual, strictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import { setup as buildAll } from '../support/built.ts';
import { drained } from '../workers/thousand-threads.ts';

// Queues threads, lets one worker drain them and then two, and compares: `tsx test/bench/thousand-threads.ts`. Every
// report is there once, and the same by its key and its bytes.

const { values } = parseArgs({ options: { threads: { type: 'string', default: '1000' } } });
const threads = Number(values.threads);

buildAll();
const alone = await timed(1);
const shared = await timed(2);
deepStrictEqual(shared.reports, alone.reports);
process.stdout.write('the reports of both are the same\n');

async function timed(workers: number) {
  const begun = performance.now();
  const left = await drained(threads, workers);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  strictEqual(left.reports.length, threads);
  deepStrictEqual(
    left.evaluated,
    left.reports.map(({ key }) => key),
  );
  deepStrictEqual([left.gaveUp, left.brokenAt], [0, null]);
  const shares = left.byWorker.join(' and ');
  process.stdout.write(`${threads} threads, ${workers} at work: ${seconds} s, ${shares} evaluations\n`);
  return left;
}
