import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { splitBulkNs } from '../../src/replay/split-bulk.ts';
import { Engine } from '../../src/simulator/engine.ts';
import { TransactionTranslator } from '../../src/simulator/translator.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();

test.each([1, 13, 31, 64, 65, 4096, 122_880])(
  '%d bytes take the closed form what they take the simulator',
  (bytes) => {
    expect(splitBulkNs(bytes)).toBe(new TransactionTranslator(new Engine()).transferNs(bytes));
  },
);

describe('a full-speed disk', () => {
  function replay(hcd: Hcd, before: number) {
    const claim = claimOf({
      before: sideOf(before, 'without'),
      after: sideOf(before, 'with'),
      conditions: { tools: [], frameBytes: null, bufferBytes: null, speed: 'full' },
    });
    return replayClaim(claim, modelOf(hcd, withBh(hcd), { era: 'E1' }), SETTINGS, { seed: 1, draws: 8 });
  }
  const ohci = hcdOf({
    driver: 'ohci',
    irq: { type: 'hard', handler: 'ohci_irq', moderationNs: 1_000_000 },
  });

  test('of an EHCI is behind a hub, where no more than 1.13 MB/s come through', () => {
    expect(replay(ehciOf(), 1).did).toBe('replayed');
    const refused = replay(ehciOf(), 1.16);
    expect(refused.did === 'not' && refused.why.code).toBe('cannot-calibrate');
  });

  test('of an OHCI is on its own wire', () => {
    expect(replay(ohci, 1.16).did).toBe('replayed');
  });
});
