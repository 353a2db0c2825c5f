import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/gates/summary.ts';

/** Time limits are generous: they catch a test that hangs, never one that is slow on a busy machine. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new SummaryReporter()],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: { provider: 'v8', include: ['src/**', 'workers/**'], reporter: ['text-summary', 'html'] },
  },
});
