import { expect, test } from 'vitest';
import { strangeNumbers } from '../../src/reply/numbers-shown.ts';
import { claimOf, reportOf } from '../support/reports.ts';

const report = reportOf({
  claims: [claimOf({ deltaPercent: 5.3544, where: { messageId: null, line: 12, text: 'at 3.5 GHz' } })],
});

test.each([
  ['a figure as written', '112.31 MB/s', []],
  ['a number rounded to the digits shown', '+5.35 % and 5.4 %', []],
  ['a number that stands in a text of the report', 'at 3.5 GHz', []],
  ['a count of claims', '1 claim', []],
  ['a name with digits in it', 'c7 of r8152, v5', []],
  ['a hidden character that was spelled', 'a<U+202E>b', []],
  ['a number that is rounded otherwise', '5.36 %', ['5.36']],
  ['a number that nobody gave', '47 %', ['47']],
])('%s', (_, text, strange) => expect(strangeNumbers(text, report)).toEqual(strange));
