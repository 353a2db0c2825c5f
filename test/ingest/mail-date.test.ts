import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMailDate, secondsOf } from '../../src/ingest/mail-date.ts';

function check(text: string, expected: string | null): void {
  test(`${JSON.stringify(text)} is ${expected ?? 'no date'}`, () => {
    expect(readMailDate(text)).toBe(expected);
  });
}

describe('the date of a mail keeps the offset of its sender', () => {
  check('Wed, 8 May 2019 01:02:20 +0900', '2019-05-08T01:02:20+09:00');
  check('8 May 2019 01:02 -0330', '2019-05-08T01:02:00-03:30');
  check('Tue, 07 May 2019 16:02:31 +0000 (UTC)', '2019-05-07T16:02:31+00:00');
  check('Mon,  1 Apr 19 23:16:11 EST', '2019-04-01T23:16:11-05:00');
  check('Thu Aug 09 2018 - 05:44:15 EST', '2018-08-09T05:44:15-05:00');
  check('Thu Aug  9 05:44:15 2018', '2018-08-09T05:44:15+00:00');
  check('Thu Jun 13 15:41:17 EDT 2013', '2013-06-13T15:41:17-04:00');
  check('Sat, 29 Feb 2020 10:00:00 GMT', '2020-02-29T10:00:00+00:00');
  check('Sun, 31 Dec 2017 23:59:60 +0100', '2017-12-31T23:59:59+01:00');
});

describe('what is no date is never now', () => {
  check('', null);
  check('yesterday', null);
  check('Thu, 99 Foo 99999 99:99:99 +9999', null);
  check('Sat, 29 Feb 2019 10:00:00 +0000', null);
  check('Mon, 31 Apr 2019 10:00:00 +0000', null);
  check('Mon, 1 Apr 2019 24:00:00 +0000', null);
  check('Mon, 1 Apr 2019 10:00:00 +9900', null);
  check(`Mon, 1 Apr 2019 10:00:00 +0000 ${'x'.repeat(300)}`, null);
});

test('seconds since 1970 agree with the platform for every date that is read', () => {
  const dates = fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const iso = `${date.toISOString().slice(0, 19)}+00:00`;
      expect(secondsOf(iso)).toBe(Math.floor(date.getTime() / 1000));
    }),
  );
});
