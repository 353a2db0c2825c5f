import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/gates/longest-first.ts';
import { SummaryReporter } from './test/gates/summary.ts';

/** Folders whose tests start nothing and leave nothing behind: their files share what was loaded for the one before. */
const PURE = [
  ...['units', 'stats', 'ingest', 'series', 'claims', 'model', 'simulator', 'theory', 'replay'],
  ...['verdict', 'reply', 'score', 'support', 'service'],
].map((folder) => `test/${folder}/**/*.test.ts`);

/**
 * Many tests wait for a child process or a server and leave their core idle, so there are more workers than cores.
 * Time limits are generous: they catch a test that hangs, never one that is slow on a busy machine.
 */
export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: { provider: 'v8', include: ['src/**', 'workers/**'], reporter: ['text-summary', 'html'] },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, pool: 'threads', isolate: false } },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['test/**/*.test.ts'],
          exclude: PURE,
          globalSetup: 'test/support/built.ts',
        },
      },
    ],
  },
});
