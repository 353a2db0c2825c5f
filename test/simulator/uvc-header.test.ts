import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import { run } from '../../src/simulator/run.ts';
import { SEEDS } from '../theory/estimate.ts';
import { CAMERA, costsOf, experiment, XHCI } from './experiments.ts';

/** What parsing the header of one payload takes, in nanoseconds. */
function headerNs(of: Partial<Hcd>, costs: Costs, transfer: 'isoc' | 'bulk' = 'isoc'): number {
  const hcd = { ...XHCI, ...of };
  const { functionShares, urbsPerSec } = run(experiment({ hcd, costs, workload: { ...CAMERA, transfer } }));
  const payloads = transfer === 'bulk' ? 1 : CAMERA.packetsPerUrb;
  return ((functionShares[`uvc_video_decode_${transfer}`] ?? 0) * 1e9) / urbsPerSec / payloads;
}

const COHERENT = { buffers: { kind: 'coherent' } } as const;

describe('a header of a payload is read 12 times where it is, or 3 times into a copy', () => {
  test.each(SEEDS)('seed %d: in cached and in uncached memory', (seed) => {
    const costs = { ...costsOf(seed), readCachedNs: 2, readCoherentNs: 60 + 3 * seed };
    const { uvcHeaderNs, readCachedNs, readCoherentNs } = costs;
    const inCache = headerNs({ uvcHeader: 'in-place' }, costs);
    expect(inCache).toBeCloseTo(uvcHeaderNs, 6);
    expect(headerNs({}, costs)).toBe(inCache);
    const more = 12 * (readCoherentNs - readCachedNs);
    expect(headerNs(COHERENT, costs)).toBeCloseTo(uvcHeaderNs + more, 6);
    expect(headerNs({ uvcHeader: 'copied' }, costs)).toBeCloseTo(uvcHeaderNs + 3 * readCachedNs, 6);
    const copied = headerNs({ ...COHERENT, uvcHeader: 'copied' }, costs);
    expect(copied).toBeCloseTo(uvcHeaderNs + 3 * readCoherentNs, 6);
  });

  test('once for a bulk URB, which is one payload', () => {
    const costs = { ...costsOf(1), readCachedNs: 1, readCoherentNs: 101 };
    const saved =
      headerNs(COHERENT, costs, 'bulk') - headerNs({ ...COHERENT, uvcHeader: 'copied' }, costs, 'bulk');
    expect(saved).toBeCloseTo(12 * 100 - 3 * 101, 0);
  });
});
