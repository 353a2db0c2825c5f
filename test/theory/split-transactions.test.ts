import { describe, expect, test } from 'vitest';
import { run } from '../../src/simulator/run.ts';
import { splitInEndNs } from '../../src/simulator/split.ts';
import { COSTS, experiment, MUSB, PWC, XHCI } from '../simulator/experiments.ts';

const FRAME_NS = 1_000_000;
const MICROFRAME_NS = 125_000;

describe('a full-speed packet behind a high-speed hub', () => {
  test.each([
    // 1 byte: asked for in microframe 1, fetched in microframe 2.
    [6_667, 2],
    // Exactly one microframe of data is fetched in the next one; a nanosecond more in the one after.
    [125_000, 2],
    [125_001, 3],
    // pwc's 960 bytes and their overhead reach into microframe 6.
    [646_000, 7],
    [688_000, 7],
  ])('that takes %d ns arrives in microframe %d', (packetNs, microframe) => {
    expect(Math.floor(splitInEndNs(packetNs) / MICROFRAME_NS)).toBe(microframe);
    expect(splitInEndNs(packetNs) % MICROFRAME_NS).toBeLessThan(MICROFRAME_NS / 13);
  });
});

describe('MUSB, which has until the next frame to give an URB back and to start the next', () => {
  // A frame has 969 bytes at 12 Mbit/s; complete() copies, and what else there is takes less than 20 us.
  const wireNs = 646_000;
  const slackNs = { direct: FRAME_NS - wireNs, hub: FRAME_NS - splitInEndNs(wireNs) };
  const restNs = 20_000;

  function lost(copyNs: number, isBehindHub: boolean): number {
    const copyCachedBytesPerSec = Math.round(9600 / (copyNs / 1e9));
    const costs = { ...COSTS, copyCachedBytesPerSec };
    return run(experiment({ hcd: MUSB, workload: { ...PWC, isBehindHub }, costs })).lost;
  }

  test('loses frames when complete() copies for longer than the rest of the frame', () => {
    expect(lost(slackNs.direct - restNs, false)).toBe(0);
    expect(lost(slackNs.direct, false)).toBeGreaterThan(0);
  });

  test('has less than a microframe behind a hub', () => {
    expect(slackNs.hub).toBeLessThan(MICROFRAME_NS);
    expect(lost(slackNs.hub - restNs, true)).toBe(0);
    expect(lost(slackNs.hub, true)).toBeGreaterThan(0);
    expect(lost(slackNs.hub, false)).toBe(0);
  });

  test('is alone with that: a controller with a queue of URBs loses nothing', () => {
    const costs = { ...COSTS, copyCachedBytesPerSec: Math.round(9600 / (slackNs.direct / 1e9)) };
    expect(run(experiment({ hcd: XHCI, workload: { ...PWC, isBehindHub: true }, costs })).lost).toBe(0);
  });
});
