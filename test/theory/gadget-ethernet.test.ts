import { describe, expect, test } from 'vitest';
import { Bus } from '../../src/simulator/bus.ts';
import { Engine } from '../../src/simulator/engine.ts';
import type { GadgetEthernet } from '../../src/simulator/gadget-workload.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { experiment } from '../simulator/experiments.ts';
import { FREE, LINK, withFunctions } from '../simulator/gadgets.ts';

const FRAME_NS = new Bus(new Engine(), 'super').transferNs(LINK.frameBytes);
const SATURATING = 1e9;

interface Asked {
  readonly qmult: number;
  readonly isThrottled?: boolean;
  readonly moderationNs?: number;
}

function measured(
  workload: GadgetEthernet,
  { qmult, isThrottled = false, moderationNs = 0 }: Asked,
): Measurement {
  const hcd = withFunctions({ etherQmult: qmult, isEtherThrottled: isThrottled });
  const irq = { ...hcd.irq, moderationNs };
  return run(experiment({ hcd: { ...hcd, irq }, costs: FREE, workload, windowNs: 5_000_000 }));
}

describe('requests as credit', () => {
  const link = { ...LINK, offeredFramesPerSec: SATURATING };

  /**
   * Moderation is all that takes time: what has come in is given back together, every so often, and the first of it has
   * waited for that less the time of its own transfer: (N - 1) * B / R is when the interval is N transfers long.
   */
  test.each([2, 6, 10, 40])('%d of them carry the bus up to a latency of (N - 1) * B / R', (requests) => {
    for (const share of [0.5, 1, 1.05, 1.5, 3]) {
      const moderationNs = Math.round(share * requests * FRAME_NS);
      const expected = Math.min(1 / FRAME_NS, requests / moderationNs);
      const { itemsPerSec } = measured(link, { qmult: requests / 2, moderationNs });
      expect(itemsPerSec / 1e9 / expected).toBeCloseTo(1, 2);
    }
  });

  test('more of them never lower the rate, whatever the latency', () => {
    for (const moderationNs of [5000, 20_000, 80_000]) {
      const rates = [1, 2, 5, 13].map((qmult) => measured(link, { qmult, moderationNs }).itemsPerSec);
      for (const [at, rate] of rates.entries())
        expect(rate).toBeGreaterThanOrEqual((rates[at - 1] ?? 0) * 0.9999);
    }
  });

  test('a link that is not full carries what is offered', () => {
    const slow = { ...LINK, offeredFramesPerSec: 50_000 };
    for (const direction of ['rx', 'tx'] as const) {
      const { itemsPerSec, lost } = measured({ ...slow, direction }, { qmult: 5, moderationNs: 5000 });
      expect(itemsPerSec / 50_000).toBeCloseTo(1, 3);
      expect(lost).toBe(0);
    }
  });
});

describe('interrupts of a sending link', () => {
  const full: GadgetEthernet = { ...LINK, direction: 'tx', offeredFramesPerSec: SATURATING };
  const perFrame = ({ irqsPerSec, itemsPerSec }: Measurement): number => irqsPerSec / itemsPerSec;

  test('are one for each request without throttling', () => {
    for (const qmult of [1, 20]) expect(perFrame(measured(full, { qmult }))).toBeCloseTo(1, 2);
  });

  test.each([1, 2, 4, 5, 8, 20])('are as many as the rule of no_interrupt leaves, qmult %d', (qmult) => {
    expect(perFrame(measured(full, { qmult, isThrottled: true }))).toBeCloseTo(throttledShare(qmult), 2);
  });

  test('are two in five frames for a qmult of 5', () => {
    expect(throttledShare(5)).toBeCloseTo(0.4, 3);
  });

  test('are one for each request where the link is not full, throttled or not', () => {
    const slow = { ...full, offeredFramesPerSec: 50_000 };
    expect(perFrame(measured(slow, { qmult: 5, isThrottled: true }))).toBeCloseTo(1, 2);
  });
});

/** Share of requests that interrupt, where the sender fills every free request at once. */
function throttledShare(qmult: number): number {
  const requests = 2 * qmult;
  const underWay: boolean[] = [];
  let sent = 0;
  let interrupting = 0;
  while (sent < 100_000) {
    while (underWay.length < requests) {
      const isLastFree = underWay.length === requests - 1;
      const interrupts = isLastFree || underWay.length % qmult === 0;
      underWay.push(interrupts);
      sent += 1;
      if (interrupts) interrupting += 1;
    }
    underWay.splice(0, underWay.indexOf(true) + 1);
  }
  return interrupting / sent;
}
