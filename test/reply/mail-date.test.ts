import { expect, test } from 'vitest';
import { mailDate } from '../../src/reply/mail-date.ts';

test.each([
  ['2019-04-01T23:16:11+09:00', 'Mon, 01 Apr 2019 23:16:11 +0900'],
  ['2024-02-29T12:00:00-05:30', 'Thu, 29 Feb 2024 12:00:00 -0530'],
  ['2026-01-01T00:00:00.123Z', 'Thu, 01 Jan 2026 00:00:00 +0000'],
  ['2000-12-31T23:59Z', 'Sun, 31 Dec 2000 23:59:00 +0000'],
  ['yesterday', null],
  ['2019-13-01T00:00:00Z', null],
])('%s is %s', (iso, expected) => expect(mailDate(iso)).toBe(expected));
