import { describe, expect, test } from 'vitest';
import type { OfferedShare } from '../../../src/adapters/pool/helpers.ts';
import { ReplayPlayer } from '../../../src/adapters/pool/replay-player.ts';
import {
  type PlayedPart,
  playPart,
  type ReplayPart,
  replayClaim,
  replayClaimWith,
} from '../../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, withBh } from '../../replay/built.ts';
import { configured } from '../../replay/configured.ts';

const { limits, ...REST } = configured();
const SETTINGS = { ...REST, limits: { ...limits, drawsPerPart: 8 } };
const ASKED = [claimOf(), modelOf(hcdOf(), withBh(hcdOf())), SETTINGS, { seed: 5, draws: 64 }] as const;
const SPREAD = { partsMin: 1, afterMs: 0, partsPerShare: 2 };

type Helps = (parts: readonly ReplayPart[]) => readonly PlayedPart[] | null | 'never';

/** One thread, and helpers that do with each share as they are told. */
async function replayed(helps: Helps) {
  const offered: number[] = [];
  const offer = (parts: readonly ReplayPart[]): OfferedShare => {
    offered.push(parts.length);
    const played = helps(parts);
    if (played !== 'never') return { played: Promise.resolve(played), takeBack: async () => false };
    let giveBack = (_: null) => {};
    const back = new Promise<null>((resolve) => {
      giveBack = resolve;
    });
    const takeBack = async () => {
      giveBack(null);
      return true;
    };
    return { played: back, takeBack };
  };
  const player = new ReplayPlayer(SETTINGS, {
    ...{ threadsAfterMs: 1_000_000, threads: 1 },
    spread: { helpers: { offer }, limits: SPREAD },
  });
  try {
    const report = await replayClaimWith((part) => player.play(part), ...ASKED);
    return { text: JSON.stringify(report), offered };
  } finally {
    await player.close();
  }
}

describe('parts that are offered to others', () => {
  const playAll = (parts: readonly ReplayPart[]) => parts.map((part) => playPart(part, SETTINGS));
  const shifted = (parts: readonly ReplayPart[]): readonly PlayedPart[] =>
    playAll(parts).map((played) =>
      played.map((one) => (one !== null && 'before' in one ? { ...one, before: one.before * 1.001 } : one)),
    );

  test.each<[string, Helps]>([
    ['are played by them', playAll],
    ['come back when nobody can play them', () => null],
    ['are taken back when nobody begins', () => 'never'],
    ['are played here when too few come back', (parts) => playAll(parts.slice(1))],
    ['are played here when the figures are not those that would come out here', shifted],
  ])('%s, and the bytes are the same', async (_, helps) => {
    const { text, offered } = await replayed(helps);
    expect(text).toBe(JSON.stringify(replayClaim(...ASKED)));
    expect(offered[0]).toBe(2);
    expect(Math.max(...offered)).toBeLessThanOrEqual(SPREAD.partsPerShare);
  });
});
