import { describe, expect, it } from 'vitest';
import { furthestAhead } from '../../src/service/furthest-ahead.ts';
import { policyOf } from '../../src/service/service-settings.ts';
import { readServiceSettings } from '../../src/settings-service.ts';

const HOUR_MS = 3_600_000;
const settings = readServiceSettings('');

describe('how far ahead a date may be', () => {
  it('leaves a post its embargo, however long a list wants it', () => {
    const slow = { ...policyOf(settings, 'usb'), embargoHours: 72 };
    const { postMs } = furthestAhead({ ...settings, lists: { usb: slow } });
    expect(postMs).toBeGreaterThanOrEqual(72 * HOUR_MS);
    expect(furthestAhead(settings).postMs).toBeLessThan(postMs);
  });

  it('leaves a thread its quiet period, and a claim the difference of two clocks', () => {
    const { evaluationMs, claimMs } = furthestAhead(settings);
    expect(evaluationMs).toBeGreaterThan(settings.limits.quietPeriodMinutes * 60_000);
    expect(claimMs).toBeGreaterThan(0);
  });
});
