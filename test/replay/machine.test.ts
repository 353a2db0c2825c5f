import { describe, expect, test } from 'vitest';
import { MEDIAN_DRAW } from '../../src/replay/draws.ts';
import { atClock, machineOf } from '../../src/replay/machine.ts';
import { costsAt } from '../../src/replay/priors.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();

test.each([
  ['TI AM335x BeagleBone Black @ 300MHz', 'cortex-a8', 10 / 3],
  ['TI AM335x BeagleBone Black', 'cortex-a8', 1],
  ['Intel i5-7600 @ 3.5GHz', 'x86-desktop', 1],
  ['Core i7 at 1.75 GHz (throttled)', 'x86-desktop', 2],
  ['Core i7 @ 1 MHz', 'x86-desktop', 1],
  ['Core i7, GHz unknown', 'x86-desktop', 1],
  ['arm64 @ 600 MHz', 'arm64', 1],
  [null, 'unknown', 1],
])('%j is of class %s and %d times as slow', (text, machineClass, slowdown) => {
  const machine = machineOf(text, SETTINGS);
  expect(machine.class).toBe(machineClass);
  expect(machine.slowdown).toBeCloseTo(slowdown, 6);
});

describe('another clock', () => {
  test('stretches what the core does and not what a bus does', () => {
    const nominal = costsAt(MEDIAN_DRAW, 'cortex-a8', SETTINGS);
    const slow = atClock(nominal, 2);
    expect(slow.irqNs).toBe(2 * nominal.irqNs);
    expect(slow.copyCachedBytesPerSec).toBe(nominal.copyCachedBytesPerSec / 2);
    expect(slow.copyCoherentBytesPerSec).toBe(nominal.copyCoherentBytesPerSec);
    expect(slow.mmioReadNs).toBe(nominal.mmioReadNs);
  });

  test('keeps coherent memory as fast as cached memory where it is the same', () => {
    const slow = atClock(costsAt(MEDIAN_DRAW, 'x86-desktop', SETTINGS), 3);
    expect(slow.copyCoherentBytesPerSec).toBe(slow.copyCachedBytesPerSec);
  });
});
