import { describe, expect, it } from 'vitest';
import {
  ethernetCeilings,
  ethernetFramesPerSec,
  sataCeiling,
  type Transfer,
  usbCeilings,
  videoCeilings,
} from '../../src/verdict/ceilings.ts';
import type { UsbSpeed } from '../../src/verdict/limits.ts';
import { settings } from './settings.ts';

const { limits } = settings;
const PART_IN_A_MILLION = 1e-6;

function close(found: number | undefined, expected: number): void {
  expect(found).toBeDefined();
  expect(Math.abs((found ?? 0) / expected - 1)).toBeLessThan(PART_IN_A_MILLION);
}

function check(speed: UsbSpeed, transfer: Transfer, expected: Readonly<Record<string, number>>): void {
  const found = usbCeilings(limits.usb, speed, transfer);
  expect(found.map(({ convention }) => convention).sort()).toEqual(Object.keys(expected).sort());
  for (const { convention, perSec } of found) close(perSec / 1e6, expected[convention] ?? 0);
}

describe('USB ceilings in MB/s', () => {
  it('low speed moves eight bytes every ten milliseconds', () => {
    check('low', 'periodic', { interrupt: 0.0008 });
    check('low', 'bulk', {});
  });

  it('full speed carries 19 bulk packets a frame', () => {
    check('full', 'bulk', { bulk: 1.216 });
    check('full', 'periodic', { isochronous: 1.023, interrupt: 0.064 });
  });

  it('high speed carries 13 bulk packets a microframe', () => {
    check('high', 'bulk', { bulk: 53.248 });
    check('high', 'periodic', { 'isochronous, one endpoint': 24.576, 'isochronous, whole bus': 40.96 });
  });

  it('SuperSpeed loses to encoding, skips, framing and link commands, in that order', () => {
    check('super', 'bulk', {
      'bulk, raw symbols': 500,
      'bulk, symbols less SKP': 497.1751412429379,
      'bulk, with packet framing': 482.1092278719398,
      'bulk, with link commands': 474.9135677842986,
    });
    check('super', 'periodic', { isochronous: 393.216, interrupt: 24.576 });
  });

  it('SuperSpeedPlus carries 96 isochronous packets an interval', () => {
    check('super-plus', 'bulk', { 'bulk, raw symbols': 1212.121212121212 });
    check('super-plus', 'periodic', { isochronous: 786.432 });
  });
});

describe('Ethernet ceilings in Mbit/s', () => {
  const gigabit = { name: 'gigabit Ethernet', bitsPerSec: 1e9 };
  const byConvention = (frameBytes: number): Readonly<Record<string, number>> =>
    Object.fromEntries(
      ethernetCeilings(limits.ethernet, gigabit, frameBytes).map(({ convention, perSec }) => [
        convention,
        (perSec * 8) / 1e6,
      ]),
    );

  const TABLE = [
    [
      1514, 984.395318595579, 986.9960988296489, 975.2925877763329, 957.0871261378413, 941.48244473342,
      949.2847854356307,
    ],
    [
      1500, 984.251968503937, 986.8766404199475, 975.0656167979002, 956.6929133858267, 940.9448818897637,
      948.8188976377952,
    ],
  ] as const;

  it.each(TABLE)('frames of %i bytes carry what each convention counts', (frameBytes, ...expected) => {
    const found = byConvention(frameBytes);
    const names = [
      'L2 without FCS',
      'L2 with FCS',
      'L3',
      'UDP payload',
      'TCP payload with timestamps',
      'TCP payload',
    ];
    for (const [index, name] of names.entries()) close(found[name], expected[index] ?? 0);
  });

  it('counts frames with their gap and preamble', () => {
    close(ethernetFramesPerSec(limits.ethernet, 1e9, 1514), 81274.38231469441);
    close(ethernetFramesPerSec(limits.ethernet, 1e9, 1500), 82020.99737532809);
    close(ethernetFramesPerSec(limits.ethernet, 1e9, 60), 1488095.238095238);
    close(ethernetFramesPerSec(limits.ethernet, 1e8, 1514), 8127.438231469441);
  });

  it('gives no ceiling to a payload that the headers leave no room for', () => {
    expect(byConvention(60)['TCP payload with timestamps']).toBeUndefined();
  });
});

describe('other ceilings', () => {
  it('SATA II and III carry 300 and 600 MB/s', () => {
    expect(limits.sata.map((link) => sataCeiling(link).perSec / 1e6)).toEqual([300, 600]);
  });

  it('uncompressed 4K does not fit a SuperSpeed isochronous endpoint at 30 frames a second', () => {
    const carriers = usbCeilings(limits.usb, 'super', 'periodic').filter(
      ({ convention }) => convention === 'isochronous',
    );
    const framesPerSec = limits.video.map(
      (format) => videoCeilings(format, 4096 * 2160, carriers)[0]?.perSec ?? 0,
    );
    close(framesPerSec[0], 22.22222222222222);
    close(framesPerSec[1], 29.62962962962963);
    // The same, the other way round: what 26.4451 frames a second would move.
    close((26.4451 * 393.216) / (framesPerSec[0] ?? 1), 467.93864);
  });
});
