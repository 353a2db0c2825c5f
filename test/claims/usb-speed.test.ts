import { describe, expect, it } from 'vitest';
import { saidSpeed } from '../../src/claims/usb-speed.ts';

describe('the speed of the link of a claim', () => {
  it.each([
    ['USB 3.0 disk', 'super'],
    ['disk at SuperSpeed', 'super'],
    ['four SS devices', 'super'],
    ['USB 2.0 stick beside a USB 3.0 one', 'super'],
    ['USB2.0 stick', 'high'],
    ['high-speed hub', 'high'],
    ['mass storage, USB high speed', 'high'],
    ['camera behind a full-speed hub', 'full'],
    ['USB 1.1 keyboard', 'full'],
  ])('is named by its own words: %s', (own, speed) => {
    expect(saidSpeed(own, '', null)).toEqual({ speed, isLinkNamed: true });
  });

  it.each([
    ['a disk for high-speed transfers', 'high'],
    ['full-speed camera', 'full'],
    ['stick (480Mbps)', 'high'],
    ['a disk', null],
    ['reads at full speed', null],
    ['usb 2-1: a disk', null],
  ])('is only likely: %s', (own, speed) => {
    expect(saidSpeed(own, '', null)).toEqual({ speed });
  });

  it.each(['USB 3.2 disk', 'USB3 disk', 'USB 3.1 Gen 1 disk', 'USB4', 'SuperSpeed+', 'a 20Gbps case'])(
    'is open where it may be faster than SuperSpeed: %s',
    (own) => {
      expect(saidSpeed(`${own} beside a USB 2.0 stick`, 'USB 3.0', 'super')).toEqual({ speed: null });
    },
  );

  it('is likely what stands around it, else what the mail says was tested', () => {
    expect(saidSpeed('a disk', 'on a USB 2.0 port', 'super')).toEqual({ speed: 'high' });
    expect(saidSpeed('a disk', 'on a port', 'super')).toEqual({ speed: 'super' });
  });
});
