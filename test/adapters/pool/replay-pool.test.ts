import { describe, expect, test } from 'vitest';
import { ReplayPool } from '../../../src/adapters/pool/replay-pool.ts';
import { replayClaim, replayClaimWith } from '../../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from '../../replay/built.ts';
import { configured } from '../../replay/configured.ts';

const SETTINGS = configured();
const DISK = claimOf({
  before: sideOf(103.667, 'without'),
  after: sideOf(103.692, 'with'),
  machine: 'Intel i5',
});
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));
const RUN = { seed: 5, draws: 128 };

describe('a pool of threads', () => {
  test.each([1, 3])('of %d gives the bytes that one thread without a pool gives', async (threads) => {
    const pool = new ReplayPool(SETTINGS, threads);
    try {
      const pooled = await replayClaimWith((part) => pool.play(part), DISK, HCD_BH, SETTINGS, RUN);
      expect(JSON.stringify(pooled)).toBe(JSON.stringify(replayClaim(DISK, HCD_BH, SETTINGS, RUN)));
    } finally {
      await pool.close();
    }
  });
});
