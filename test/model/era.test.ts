import { describe, expect, test } from 'vitest';
import { eraOf, eraWithTasklet, type Kernel, kernelOf, profileIn } from '../../src/model/era.ts';
import type { Era } from '../../src/model/hcd.ts';
import { hcdOf } from '../../src/model/hcd-profile.ts';
import { profileOf } from './series-of.ts';

describe('the kernel a patch was made on', () => {
  const check = (text: string, date: string | null, expected: Kernel | null): void => {
    test(`"${text}" sent ${date ?? 'some day'}`, () => {
      expect(kernelOf(text, date)).toEqual(expected);
    });
  };

  check('Tested on v5.4 with a disk.', null, { version: '5.4' });
  check('based on top of mainline linux 4.19-rc3', '2020-01-01', { version: '4.19' });
  check('running kernel version 6.1', null, { version: '6.1' });
  check('Measured on v5.4.\nNot seen on v6.1.', '2023-05-06T10:00:00+02:00', { day: '2023-05-06' });
  check('Broken since v4.9, on USB 3.0 ports', '2019-05-07', { day: '2019-05-07' });
  check('with USB 2.0 devices', null, null);
});

describe('the era', () => {
  const check = (kernel: Kernel, expected: Era): void => {
    test(`of ${JSON.stringify(kernel)} is ${expected}`, () => {
      expect(eraOf(kernel)).toBe(expected);
    });
  };

  check({ version: '3.11' }, 'E0');
  check({ version: '3.12' }, 'E1');
  check({ version: '4.19' }, 'E1');
  check({ version: '4.20' }, 'E2');
  check({ version: '5.19' }, 'E2');
  check({ version: '6.0' }, 'E3');
  check({ version: '6.9' }, 'E4');
  check({ version: '6.12' }, 'E4');
  check({ day: '2013-06-14' }, 'E0');
  check({ day: '2018-08-09' }, 'E1');
  check({ day: '2019-05-08' }, 'E2');
  check({ day: '2022-12-19' }, 'E3');
  check({ day: '2025-01-01' }, 'E4');

  test('is the first one with a tasklet when a tasklet is compared', () => {
    expect(eraWithTasklet('E0', true)).toBe('E1');
    expect(eraWithTasklet('E0', false)).toBe('E0');
    expect(eraWithTasklet('E3', true)).toBe('E3');
  });
});

test('a driver had no flag and dropped its lock before the release that brought the flag', () => {
  const xhci = profileOf('xhci');
  const then = hcdOf(profileIn({ version: '5.4' }, xhci));
  expect([then.hcdBh, then.giveback.lockDropped, then.giveback.context]).toEqual([false, true, 'hardirq']);
  expect(profileIn({ version: '5.5' }, xhci)).toBe(xhci);
  expect(profileIn(null, xhci)).toBe(xhci);
  expect(profileIn({ version: '3.0' }, profileOf('ohci'))).toBe(profileOf('ohci'));
});
