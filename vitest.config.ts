import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/gates/summary.ts';

/**
 * Many tests wait for a child process or a server and leave their core idle, so there are more workers than cores.
 * Time limits are generous: they catch a test that hangs, never one that is slow on a busy machine.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new SummaryReporter()],
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: { provider: 'v8', include: ['src/**', 'workers/**'], reporter: ['text-summary', 'html'] },
  },
});
