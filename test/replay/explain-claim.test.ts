import { describe, expect, test } from 'vitest';
import type { ChangeKind, Model, ModelChange } from '../../src/model/hcd.ts';
import { explainClaim } from '../../src/replay/explain-claim.ts';
import type { Explanation } from '../../src/replay/explanation.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const RUN = { seed: 1, draws: 32 };
const STICK = claimOf({
  before: sideOf(129.727, 'without'),
  after: sideOf(130.2, 'with'),
  machine: 'Intel i5',
});

function changeOf(kind: ChangeKind): ModelChange {
  return { kind, from: '', to: '', file: null, line: null, evidence: '' };
}

function explained(claim = STICK, model: Model = hcdBh()): Explanation {
  const asked = { claim, model, settings: SETTINGS, run: RUN };
  return explainClaim(asked, replayClaim(claim, model, SETTINGS, RUN)) ?? expect.fail('not replayed');
}

function hcdBh(): Model {
  const changes = [changeOf('hcd-bh-added'), changeOf('lock-drop-removed')];
  return modelOf(hcdOf(), withBh(hcdOf()), { changes });
}

describe('an explanation', () => {
  test('says how the draws ended', () => {
    expect(explained().ending).toEqual({ stopped: 'decided', discarded: 0 });
  });

  test('ranks what decides', () => {
    expect(explained().influences[0]?.parameter).toBe('softirqNs');
  });

  test('shows that HCD_BH without the flag would deadlock, and without the drop removed would work', () => {
    const [flag, drop] = explained().counterfactuals;
    expect(flag).toEqual({ without: 'hcd-bh-added', deltaPercent: null });
    expect(drop?.without).toBe('lock-drop-removed');
    expect(drop?.deltaPercent?.p95).toBeLessThan(0);
    // With HCD_BH complete() runs without the lock, and a model may say so: without the flag it is held all the same.
    const { before, after, ...rest } = hcdBh();
    const unheld = { ...after, giveback: { ...after.giveback, lockHeld: false } };
    expect(explained(STICK, { ...rest, before, after: unheld }).counterfactuals[0]).toEqual(flag);
  });

  test('has nothing to take away from a series of one change', () => {
    const threaded = modelOf(hcdOf(), hcdOf({ irq: { ...hcdOf().irq, type: 'threaded' } }), {
      changes: [changeOf('irq-threaded')],
    });
    expect(explained(STICK, threaded).counterfactuals).toEqual([]);
  });

  test('finds that C-states could give +0.365 %, and another HZ could not', () => {
    const suffices = new Map(
      explained().confounders.map((confounder) => [confounder.name, confounder.suffices]),
    );
    expect(suffices.get('C-states on one side only')).toBe(true);
    expect(suffices.get('another HZ')).toBe(false);
  });

  test('knows no circumstance that moves the rate of a camera', () => {
    const camera = claimOf({
      metric: 'frame-rate',
      workload: 'video-capture',
      baseUnit: '1/s',
      before: sideOf(30, 'a', 1),
    });
    expect(explained(camera).confounders.every((confounder) => !confounder.suffices)).toBe(true);
  });

  test('does not exist for a claim that is not replayed', () => {
    const claim = claimOf({ workload: 'audio' });
    const asked = { claim, model: hcdBh(), settings: SETTINGS, run: RUN };
    expect(explainClaim(asked, replayClaim(claim, hcdBh(), SETTINGS, RUN))).toBeNull();
  });
});
