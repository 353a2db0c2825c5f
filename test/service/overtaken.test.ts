import { describe, expect, it } from 'vitest';
import { isOvertaken } from '../../src/service/overtaken.ts';

const posted = { subject: 'usb: give back in a batch', version: 2 };

describe('a version that is no longer the newest', () => {
  it.each([
    ['[PATCH v3 0/4] usb: give back in a batch', true],
    ['[PATCH net-next v10] USB: give back in a batch', true],
    ['[PATCH v2] usb: give back in a batch', false],
    ['[PATCH] usb: give back in a batch', false],
    ['Re: [PATCH v3 0/4] usb: give back in a batch', false],
    ['[PATCH v3 0/4] usb: do not give back in a batch', false],
    ['usb: give back in a batch', false],
    ['', false],
  ])('is known by the mail "%s": %s', (subject, expected) => {
    expect(isOvertaken(posted, [subject])).toBe(expected);
  });

  it('is none where there is no title to know it by', () => {
    expect(isOvertaken({ subject: '', version: 1 }, ['[PATCH v3]'])).toBe(false);
  });
});
