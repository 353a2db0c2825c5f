import { describe, expect, it } from 'vitest';
import { hasRedis } from '../support/redis-binary.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { drained } from './thousand-threads.ts';

/** A tenth of them; `npx tsx test/bench/thousand-threads.ts` does the same with all. */
const THREADS = 100;

describe.skipIf(!hasRedis || !sqliteRuns)(
  'threads that are queued (skipped where redis-server is not installed)',
  () => {
    it('are drained by two workers as by one: the same reports, each stored once', async () => {
      const alone = await drained(THREADS, 1);
      const shared = await drained(THREADS, 2);
      for (const { reports, evaluated, gaveUp, brokenAt } of [alone, shared]) {
        expect(new Set(reports.map(({ thread }) => thread)).size).toBe(THREADS);
        expect(evaluated).toEqual(reports.map(({ key }) => key));
        expect(evaluated).toHaveLength(THREADS);
        expect([gaveUp, brokenAt]).toEqual([0, null]);
      }
      expect(shared.reports).toEqual(alone.reports);
      expect(new Set(alone.reports.map(({ outcome }) => outcome))).toEqual(
        new Set(['undetermined', 'nothing-to-evaluate']),
      );
      expect(Math.min(...shared.byWorker)).toBeGreaterThan(0);
    });
  },
);
