import { expect, test } from 'vitest';
import { progressWords } from '../../src/service/progress-words.ts';

test.each([
  [0, 5, 10_000, '0 of 5 claims replayed'],
  [2, 5, 20_000, '2 of 5 claims replayed, about 30 s left'],
  [2, 5, 45_000, '2 of 5 claims replayed, about 5 s left'],
  [2, 5, 90_000, '2 of 5 claims replayed, about 1 s left'],
  [1, 31, 20_000, '1 of 31 claims replayed, about 10 min left'],
  [5, 5, 20_000, '5 of 5 claims replayed'],
])('%i of %i claims, told at %i ms, are %j', (done, total, nowMs, expected) => {
  expect(progressWords({ done, total, begunAtMs: 0, atMs: 20_000 }, nowMs)).toBe(expected);
});
