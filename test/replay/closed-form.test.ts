import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { bulkNs, storageCommandNs } from '../../src/replay/closed-form.ts';
import { latinHypercube } from '../../src/replay/draws.ts';
import { costsAt } from '../../src/replay/priors.ts';
import type { Setting } from '../../src/replay/scene.ts';
import { hardirqNsPerUrb } from '../../src/replay/urb-path.ts';
import type { CostName } from '../../src/simulator/costs.ts';
import { run } from '../../src/simulator/run.ts';
import { hcdOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const HARD = hcdOf();
const HCDS: readonly (readonly [string, Hcd])[] = [
  ['hardirq with the lock dropped', HARD],
  ['HCD_BH', withBh(HARD)],
  [
    'HCD_BH with the drop kept',
    { ...withBh(HARD), giveback: { ...withBh(HARD).giveback, lockDropped: true } },
  ],
  ['a threaded handler', { ...HARD, irq: { ...HARD.irq, type: 'threaded' } }],
  ['forced threading with HCD_BH', { ...withBh(HARD), irq: { ...HARD.irq, type: 'forced-threaded' } }],
  ['no moderation', { ...HARD, irq: { ...HARD.irq, moderationNs: 0 } }],
  ['dwc2', { ...withBh(HARD), driver: 'dwc2', irq: { ...HARD.irq, moderationNs: 0 } }],
];

function settingOf(costs: Setting['costs'], deviceNs: number): Setting {
  return {
    costs,
    era: 'E2',
    workload: { kind: 'storage', direction: 'read', speed: 'super', transferBytes: 1_048_576, deviceNs },
  };
}

describe('the closed form of a Bulk-Only command', () => {
  test.each(HCDS)('agrees with the simulator to 1e-5: %s', (_, hcd) => {
    for (const draw of latinHypercube(9, 16)) {
      const setting = settingOf(costsAt(draw, 'unknown', SETTINGS), 2_000_000);
      const { itemsPerSec } = run({ ...setting, hcd, seed: 1, windowNs: 40_000_000 });
      expect((storageCommandNs(setting, hcd) * itemsPerSec) / 1e9).toBeCloseTo(1, 5);
    }
  });

  const SOFTWARE_STARTED = (['dwc2', 'musb'] as const).flatMap((driver) =>
    [HARD, withBh(HARD)].map((hcd) => ({ ...hcd, driver, irq: { ...hcd.irq, moderationNs: 0 } })),
  );

  test.each(SOFTWARE_STARTED)(
    'knows the gaps between URBs of a scatter list: $driver, HCD_BH $hcdBh',
    (hcd) => {
      for (const draw of latinHypercube(9, 16)) {
        const { costs, era } = settingOf(costsAt(draw, 'cortex-a8', SETTINGS), 0);
        for (const dataUrbs of [1, 2, 8]) {
          const bytes = { transferBytes: 122_880, dataUrbs };
          const workload = {
            kind: 'storage',
            direction: 'read',
            speed: 'high',
            deviceNs: 2_000_000,
            ...bytes,
          } as const;
          const setting = { costs, era, workload };
          const played = run({ ...setting, hcd, seed: 1, windowNs: 40_000_000 });
          expect((storageCommandNs(setting, hcd) * played.itemsPerSec) / 1e9).toBeCloseTo(1, 2);
          expect(hardirqNsPerUrb(setting, hcd) / played.hardirqNsPerUrb).toBeCloseTo(1, 2);
        }
      }
    },
  );

  test('never gets shorter when a cost rises', () => {
    const [draw] = latinHypercube(2, 1);
    const costs = costsAt(draw ?? expect.fail(), 'cortex-a9', SETTINGS);
    for (const [, hcd] of HCDS) {
      for (const name of Object.keys(costs).filter((key): key is CostName => key.endsWith('Ns'))) {
        const dearer = settingOf({ ...costs, [name]: costs[name] * 3 }, 500_000);
        const least = storageCommandNs(settingOf(costs, 500_000), hcd);
        expect(storageCommandNs(dearer, hcd)).toBeGreaterThanOrEqual(least);
      }
    }
  });
});

test('a bulk transfer of whole packets runs at the rate of the bus', () => {
  expect(1_048_576 / bulkNs('super', 1_048_576)).toBeCloseTo(0.474914, 6);
  expect(1_048_576 / bulkNs('high', 1_048_576)).toBeCloseTo(0.053248, 6);
});
