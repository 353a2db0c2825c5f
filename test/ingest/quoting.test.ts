import { describe, expect, test } from 'vitest';
import { findAttributions, quoteDepth, quotedPerson, unquote } from '../../src/ingest/quoting.ts';

describe('quote marks are counted however they are spaced', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['own words', 0, 'own words'],
    ['> one', 1, 'one'],
    ['>one', 1, 'one'],
    ['>', 1, ''],
    ['> > two', 2, 'two'],
    ['>> two', 2, 'two'],
    ['>> > three', 3, 'three'],
    ['> >> three', 3, 'three'],
    ['>  a diff line keeps its blank', 1, ' a diff line keeps its blank'],
    ['>\tthe tab stays', 1, '\tthe tab stays'],
    ['  > indented, no quote', 0, '  > indented, no quote'],
    ['-> arrow', 0, '-> arrow'],
    ['| bar', 0, '| bar'],
  ];
  test.each(cases)('%j is %i deep', (line, depth, text) => {
    expect(unquote(line)).toEqual({ depth, text });
    expect(quoteDepth(line)).toBe(depth);
  });
});

describe('attributions name who is quoted', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['On Mon, Apr 01, 2019 at 11:16:11PM +0900, Ada Example wrote:', 'Ada Example', null],
    ['On 22. 12. 19. 16:50, Ada Example wrote:', 'Ada Example', null],
    ['On Thursday, 9 August 2018 12:18:13 EEST Ada B. Example wrote:', 'Ada B. Example', null],
    ['2018-08-09 1:46 GMT+03:00 Ada Example:', 'Ada Example', null],
    ['On 5/7/19 10:00 AM, Ada Example <ada@example.org> wrote:', 'Ada Example', 'ada@example.org'],
    ['On Thu, 13 Jun 2013, Ada Example wrote:', 'Ada Example', null],
    ['* Ada Example <ada@example.org> [190401 12:00]:', 'Ada Example', 'ada@example.org'],
    ['Ada Example <ada@example.org> writes:', 'Ada Example', 'ada@example.org'],
    ['Am 01.04.19 um 11:16 schrieb Ada Example:', 'Ada Example', null],
  ];
  test.each(cases)('%s', (line, name, address) => {
    expect(findAttributions(line)).toEqual([{ line: 1, depth: 1, who: { name, address } }]);
  });

  test('one that a mailer wrapped is one', () => {
    const text = 'On Fri, Jun 14, 2013 at 8:35 AM, Ada Example\n<ada at example.org> wrote:\n> text';
    expect(findAttributions(text)).toEqual([
      { line: 2, depth: 1, who: { name: 'Ada Example', address: 'ada@example.org' } },
    ]);
  });

  test('a heading that ends with a colon is none', () => {
    expect(findAttributions('Test results:\nHere is what I measured:\n')).toEqual([]);
  });

  test('a quoted line belongs to the last person quoted at its depth', () => {
    const text = 'On Mon, 1 Apr 2019, Ada wrote:\n> On Sun, 31 Mar 2019, Ben wrote:\n>> deep\n> mid\nown';
    const attributions = findAttributions(text);
    expect(quotedPerson(attributions, 3, 2)?.name).toBe('Ben');
    expect(quotedPerson(attributions, 4, 1)?.name).toBe('Ada');
    expect(quotedPerson(attributions, 5, 0)).toBeNull();
  });
});
