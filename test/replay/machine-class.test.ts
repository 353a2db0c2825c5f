import { expect, test } from 'vitest';
import { longestWord, machineClassOf } from '../../src/replay/machine-class.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();

test.each([
  ['Intel i5-7600 @ 3.5GHz', 'x86-desktop'],
  ['Core i5-3470', 'x86-desktop'],
  ['x86_64 based system', 'x86-desktop'],
  ['an AMD Ryzen 7 box', 'x86-desktop'],
  ['TI AM335x BeagleBone Black', 'cortex-a8'],
  ['armv7l based system (TI AM335x BeagleBone Black)', 'cortex-a8'],
  ['armv7l', 'armv7'],
  ['Arm64', 'arm64'],
  ['RK3399 (arm64)', 'cortex-a72'],
  ['Raspberry Pi 3', 'cortex-a53'],
  ['Raspberry Pi', 'arm11'],
  ['Intel Edison', 'unknown'],
  ['my box', 'unknown'],
  ['armchair', 'unknown'],
  ['', 'unknown'],
  [null, 'unknown'],
])('%j is of class %s', (text, expected) => {
  expect(machineClassOf(text, SETTINGS)).toBe(expected);
});

test('a pattern counts only as a word of its own', () => {
  expect(longestWord('the arm of the law', ['arm'])).toBe(3);
  expect(longestWord('charm, alarm', ['arm'])).toBe(0);
});

test('every class that a machine file names has costs, and every mixture is of single classes', () => {
  for (const machine of SETTINGS.machines) expect(SETTINGS.costs).toHaveProperty(machine.class);
  for (const file of Object.values(SETTINGS.costs)) {
    if (!('mixture' in file)) continue;
    for (const part of file.mixture) expect(SETTINGS.costs[part.class]).not.toHaveProperty('mixture');
  }
});
