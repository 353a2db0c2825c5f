import type { Hcd } from '../../src/model/hcd.ts';
import { latinHypercube } from '../../src/replay/draws.ts';
import { costsAt } from '../../src/replay/priors.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import { run } from '../../src/simulator/run.ts';
import { ascending } from '../../src/stats/percentile.ts';
import { hcdOf } from '../replay/built.ts';
import { type Foreseen, line } from './foresee.ts';

const DRAWS = 64;
const MICROFRAMES_PER_SEC = 8000;
/** Source: V22, pi-image issue 33. The handler was dwc_otg's, which does more at each of them than dwc2 of Linux. */
const REPORTED_CPU_PERCENT = 10;

/**
 * V22, before the change: a Raspberry Pi whose controller has a periodic transfer queued takes an interrupt at every
 * start of a microframe. What came after it, a FIQ that Linux does not see, has no run.
 */
export function foreseeSofs(settings: ReplaySettings, seed: number): readonly Foreseen[] {
  const dwc2: Partial<Hcd> = {
    driver: 'dwc2',
    irq: { type: 'hard', handler: '_dwc2_hcd_irq', moderationNs: 0 },
  };
  const runs = latinHypercube(seed, DRAWS).map((draw) =>
    run({
      hcd: hcdOf(dwc2),
      era: 'E0',
      costs: costsAt(draw, 'arm11', settings),
      seed,
      windowNs: 100_000_000,
      workload: { kind: 'hid', intervalNs: 8_000_000 },
    }),
  );
  const rates = ascending(runs.map(({ irqsPerSec }) => irqsPerSec));
  const shares = ascending(runs.map(({ hardirqShare }) => 100 * hardirqShare));
  return [
    line('V22 interrupts a second before', rates, {
      low: MICROFRAMES_PER_SEC,
      high: 1.05 * MICROFRAMES_PER_SEC,
    }),
    line('V22 of an ARM11 before, %', shares, {
      low: REPORTED_CPU_PERCENT / 2,
      high: REPORTED_CPU_PERCENT * 2,
    }),
  ];
}
