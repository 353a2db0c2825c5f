import { describe, expect, test } from 'vitest';
import { ReplayPlayer } from '../../../src/adapters/pool/replay-player.ts';
import { replayClaim, replayClaimWith } from '../../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, withBh } from '../../replay/built.ts';
import { configured } from '../../replay/configured.ts';

const SETTINGS = configured();
const ASKED = [claimOf(), modelOf(hcdOf(), withBh(hcdOf())), SETTINGS, { seed: 5, draws: 128 }] as const;

describe('a player of replays', () => {
  test.each([
    ['stays alone while there is little to do', 1_000_000, false],
    ['takes threads once it has played for long enough', 0, true],
  ])('%s, and gives the same bytes', async (_, threadsAfterMs, hasThreads) => {
    const player = new ReplayPlayer(SETTINGS, { threadsAfterMs });
    try {
      const played = await replayClaimWith((part) => player.play(part), ...ASKED);
      expect(JSON.stringify(played)).toBe(JSON.stringify(replayClaim(...ASKED)));
      expect(player.hasThreads).toBe(hasThreads);
    } finally {
      await player.close();
    }
  });
});
