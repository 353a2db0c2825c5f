import { describe, expect, test } from 'vitest';
import { Bus, type Speed } from '../../src/simulator/bus.ts';
import { Engine } from '../../src/simulator/engine.ts';

const SECOND_BYTES = 10_000_000;

/** Bytes per second of full packets, one transfer after the other. */
function rateOf(speed: Speed, packetBytes: number): number {
  const bus = new Bus(new Engine(), speed);
  const bytes = Math.floor(SECOND_BYTES / packetBytes) * packetBytes;
  return (bytes * 1e9) / bus.transferNs(bytes);
}

describe('the bus', () => {
  // 19 packets of 64 bytes a frame; 13 of 512 a microframe; 1024 of 1072 symbols at 500 MB/s, less 2 in 354 for SKP.
  test.each([
    ['full' as const, 64, 19 * 64 * 1000],
    ['high' as const, 512, 13 * 512 * 8000],
    ['super' as const, 1024, (5e8 * (352 / 354) * 1024) / 1072],
  ])('carries bulk at %s speed at its limit and no faster', (speed, packetBytes, limit) => {
    expect(rateOf(speed, packetBytes) / limit).toBeCloseTo(1, 4);
  });

  test('takes the overhead of a packet even for one that is nearly empty, or empty', () => {
    const bus = new Bus(new Engine(), 'high');
    expect(bus.transferNs(13)).toBe(Math.round(((13 + 55) * 125_000) / 7500));
    expect(bus.transferNs(0)).toBe(Math.round((55 * 125_000) / 7500));
    expect(bus.transferNs(513)).toBeGreaterThan(bus.transferNs(512));
  });

  test('carries one transfer after the other, in both directions together or each by itself', () => {
    const [half, duplex] = [new Bus(new Engine(), 'high'), new Bus(new Engine(), 'super')];
    const [halfNs, duplexNs] = [half.transferNs(51_200), duplex.transferNs(51_200)];
    expect([half.book('in', 51_200), half.book('out', 51_200)]).toEqual([halfNs, 2 * halfNs]);
    expect([duplex.book('in', 51_200), duplex.book('out', 51_200)]).toEqual([duplexNs, duplexNs]);
    expect(duplex.book('in', 51_200)).toBe(2 * duplexNs);
  });
});
