import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { understand } from '../../src/pipeline.ts';
import type { Replay } from '../../src/replay/replay.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { readSettings } from '../../src/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const settings = readSettings();

/** Every replay of a seed, keyed by its figures: "103.667 to 103.692", or by its metric when it has none. */
async function replaysOf(file: string, seed: number): Promise<ReadonlyMap<string, Replay>> {
  const bytes = readFileSync(shared(`seeds/${file}`));
  const read = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
  const input = { kind: 'mail', messageId: null, url: null, sha256: '' } as const;
  const { claims, model } = understand({ letters: read.value, problems: read.problems, input }, settings);
  if (model === null) return new Map();
  const run = { seed, draws: 128, beside: claims.claims };
  return new Map(
    claims.claims.flatMap((claim) => {
      const found = replayClaim(claim, model, settings.replay, run);
      const figures = claim.before === null ? claim.metric : `${claim.before.value} to ${claim.after?.value}`;
      return found.did === 'replayed' ? [[figures, found.replay]] : [];
    }),
  );
}

/** What the model says of each claim of the seeds: bounds of the 5 and the 95 % point, in percent. */
const EXPECTED: readonly (readonly [file: string, figures: string, low: number, high: number])[] = [
  ['000_bde7d519ff41489c.txt', '103.667 to 103.692', -0.06, 0],
  ['000_bde7d519ff41489c.txt', '129.727 to 130.2', -0.06, 0],
  ['000_bde7d519ff41489c.txt', '26.4451 to 26.3949', -0.3, 0.3],
  ['000_bde7d519ff41489c.txt', '933.86 to 983.86', -1, 1],
  ['000_bde7d519ff41489c.txt', '830.18 to 882.75', -0.5, 0.5],
  ['000_bde7d519ff41489c.txt', 'hardirq-time', -100, -10],
  ['001_6eb94c6325376a94.txt', '34.26 to 33.44', -8, -0.1],
  ['001_6eb94c6325376a94.txt', '34.26 to 34.29', -0.6, 0],
  ['002_cd1eb44c54433092.txt', '103.667 to 103.692', -0.6, 0],
  ['002_cd1eb44c54433092.txt', '933.86 to 983.86', -1, 1],
  ['003_50d0e1f0d2e6a3ec.txt', '11.58 to 7.62', -45, -30],
  ['003_50d0e1f0d2e6a3ec.txt', '6.43 to 4.63', -35, -30],
  ['004_982934bb139fd86d.txt', '4.1 to 4.4', 0, 0],
  ['004_982934bb139fd86d.txt', '33 to 190', 400, 1800],
];

describe.skipIf(!sharedExists)('the replays of the seed threads', () => {
  const files = [...new Set(EXPECTED.map(([file]) => file))];

  test.each(files)('%s: every interval is where it belongs, at two seeds', async (file) => {
    for (const seed of [1, 4711]) {
      const replays = await replaysOf(file, seed);
      for (const [, figures, low, high] of EXPECTED.filter(([name]) => name === file)) {
        const { deltaPercent } = replays.get(figures) ?? expect.fail(`${figures} was not replayed`);
        expect(deltaPercent.p05, figures).toBeGreaterThanOrEqual(low);
        expect(deltaPercent.p95, figures).toBeLessThanOrEqual(high);
      }
    }
  });

  test('ARM: the rate that was measured lies inside the interval of the model', async () => {
    const { after } = (await replaysOf('004_982934bb139fd86d.txt', 1)).get('33 to 190') ?? expect.fail();
    expect(after.p05).toBeLessThan(190e6);
    expect(after.p95).toBeGreaterThan(190e6);
  });
});
