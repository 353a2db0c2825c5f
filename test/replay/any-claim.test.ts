import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim, Side } from '../../src/claims/claim.ts';
import type { Hcd } from '../../src/model/hcd.ts';
import { explainClaim } from '../../src/replay/explain-claim.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, ehciOf, hcdOf, modelOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const settings = configured();
const figure = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -1, 1, 1e-300, 1e300, 5e-324),
);
const side: fc.Arbitrary<Side | null> = fc.option(
  fc.record({
    value: figure,
    base: figure,
    error: fc.constant(null),
    errorKind: fc.constant(null),
    runs: fc.constant(null),
    label: fc.string(),
  }),
);
const count = fc.option(fc.oneof(fc.nat(), fc.constantFrom(0, 1, 64, 1500, 9600, 2 ** 31, 1e15)));
const claim: fc.Arbitrary<Claim> = fc
  .record({
    metric: fc.constantFrom(
      'throughput',
      'iops',
      'frame-rate',
      'packet-rate',
      'time',
      'cpu-share',
      'hardirq-time',
      'latency',
      'cpu-load',
      'irq-rate',
      'context-switch-rate',
      'loss',
    ),
    workload: fc.constantFrom(
      'storage-read',
      'storage-write',
      'net-rx',
      'net-tx',
      'video-capture',
      'memcpy',
      'cpu-profile',
      'audio',
      'hid',
      'other',
    ),
    baseUnit: fc.constantFrom('B/s', 'bit/s', 's', '1/s', '%'),
    quantity: fc.constantFrom(
      'usbnet_bh',
      'skb_dequeue',
      'skb_queue_tail',
      'RX',
      'URB latency p99',
      'mouse while dd reads',
      '',
    ),
    kind: fc.constantFrom('measured', 'qualitative'),
    device: fc.option(fc.constantFrom('a disk with UAS', 'RTL8153')),
    machine: fc.option(fc.constantFrom('Intel i7', 'AM335x', 'arm64', '')),
    before: side,
    after: side,
    frameBytes: count,
    bufferBytes: count,
    speed: fc.constantFrom(null, 'full', 'high', 'super'),
  } as const)
  .map(({ frameBytes, bufferBytes, speed, ...more }) =>
    claimOf({ ...more, conditions: { tools: [], frameBytes, bufferBytes, speed } }),
  );
const hcd: fc.Arbitrary<Hcd> = fc
  .record({
    base: fc.constantFrom(hcdOf(), ehciOf(), hcdOf({ driver: 'musb' }), hcdOf({ driver: 'vax' })),
    bh: fc.boolean(),
    type: fc.constantFrom('hard', 'threaded', 'forced-threaded'),
    buffers: fc.constantFrom('coherent', 'cached'),
    skbLockPairs: fc.constantFrom(0, 2, 4),
    lockDropped: fc.boolean(),
  } as const)
  .map(({ base, bh, type, buffers, skbLockPairs, lockDropped }) => {
    const giving = bh ? withBh(base) : base;
    const giveback = { ...giving.giveback, lockDropped, lockHeld: !lockDropped };
    return { ...giving, giveback, irq: { ...base.irq, type }, buffers: { kind: buffers }, skbLockPairs };
  });

test('no claim and no model throw: each is replayed with finite figures, or refused in words', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(
      claim,
      hcd,
      hcd,
      fc.constantFrom(null, 'E0', 'E1', 'E3', 'E4'),
      (asked, before, after, era) => {
        const model = modelOf(before, after, { era });
        const run = { seed: 1, draws: 4, beside: [asked] };
        const found = replayClaim(asked, model, settings, run);
        if (found.did === 'not') expect(found.why.because).not.toBe('');
        else {
          const { before: shown, after: changed, deltaPercent } = found.replay;
          const figures = [shown, changed, deltaPercent].flatMap((spread) => Object.values(spread));
          expect(figures.every(Number.isFinite)).toBe(true);
        }
        explainClaim({ claim: asked, model, settings, run }, found);
      },
    ),
    { numRuns: 150 },
  );
});
