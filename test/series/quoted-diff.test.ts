import { describe, expect, test } from 'vitest';
import { readQuotedDiff } from '../../src/series/quoted-diff.ts';

const read = (text: string) => readQuotedDiff(text, 'm@example.org');
const lines = (text: string) =>
  read(text)?.files.flatMap((file) =>
    file.hunks.flatMap((hunk) => hunk.lines.map(({ kind, text }) => `${kind}|${text.trim()}`)),
  );
const hows = (text: string) =>
  read(text)?.problems.map((problem) => (problem.code === 'diff-mended' ? problem.how : problem.code));

const HEAD = ['> diff --git a/drivers/u.c b/drivers/u.c', '> --- a/drivers/u.c', '> +++ b/drivers/u.c'];
const quote = (...below: readonly string[]) => [...HEAD, ...below].join('\n');

describe('a quoted patch is read at its own depth', () => {
  test('whole, with the reviewer between two hunks and inside one', () => {
    const text = quote(
      '> @@ -1,3 +1,3 @@',
      '>  a',
      '> -b',
      '',
      'Why?',
      '',
      '> +B',
      '>  c',
      '> @@ -9 +9 @@',
      '> -x',
      '> +y',
      '> -- ',
      '> 2.20.1',
      'Thanks',
    );
    expect(lines(text)).toEqual([' |a', '-|b', '+|B', ' |c', '-|x', '+|y']);
    expect(hows(text)).toEqual([]);
    expect(read(text)?.wholeLines).not.toBeNull();
  });

  test('quotes of the reviewer deeper and shallower are not part of it', () => {
    const text = [
      '> > diff --git a/u b/u',
      '> > --- a/u',
      '> > +++ b/u',
      '> > @@ -1,2 +1,2 @@',
      '> > -a',
      '> no',
      '> > > older',
      '> > +A',
      '> >  b',
    ].join('\n');
    expect(lines(text)).toEqual(['-|a', '+|A', ' |b']);
  });
});

describe('mending counts only when the hunk closes', () => {
  test('context lines without their blank', () => {
    const text = quote('> @@ -1,3 +1,3 @@', '> a', '> -b', '> +B', '> c');
    expect(lines(text)).toEqual([' |a', '-|b', '+|B', ' |c']);
    expect(hows(text)).toEqual(['leading blanks were lost']);
    expect(read(text)?.wholeLines).toBeNull();
  });

  test('a wrapped line where context kept its blank', () => {
    const text = quote('> @@ -1,3 +1,3 @@', '>  a', '> -b(one,', '> two);', '> +B', '>  c');
    expect(lines(text)).toEqual([' |a', '-|b(one, two);', '+|B', ' |c']);
    expect(hows(text)).toEqual(['wrapped lines were joined']);
  });

  test('wrapped statements where every blank was lost', () => {
    const text = quote(
      '> @@ -1,4 +1,3 @@',
      '> a',
      '> -b(one,',
      '> two);',
      '> -',
      '> c();',
      '> +B = 1 |',
      '> 2;',
      '> d',
      '> @@ -9 +8 @@',
      '> -x',
      '> +y',
    );
    expect(lines(text)).toEqual([' |a', '-|b(one, two);', '-|c();', '+|B = 1 | 2;', ' |d', '-|x', '+|y']);
  });

  test('a header wrapped over two lines, the index glued to the second', () => {
    const text = [
      '> diff --git a/drivers/usb/u.c',
      '> b/drivers/usb/u.c index 1111111..2222222 100644',
      '> --- a/drivers/usb/u.c',
      '> +++ b/drivers/usb/u.c',
      '> @@ -1 +1 @@',
      '> -a',
      '> +b',
    ].join('\n');
    expect(read(text)?.files).toMatchObject([{ path: 'drivers/usb/u.c', added: 1, removed: 1 }]);
  });

  test('lines that were cut out leave damage with its place, and the other hunk stays', () => {
    const text = quote(
      '> @@ -1,9 +1,9 @@',
      '>  a',
      '> -b',
      '> +B',
      '[...]',
      '> @@ -20 +20 @@',
      '> -x',
      '> +y',
    );
    expect(lines(text)).toEqual(['-|x', '+|y']);
    expect(read(text)?.problems).toMatchObject([
      { code: 'diff-damaged', path: 'drivers/u.c', at: { line: 4 } },
    ]);
  });

  test('two readings that would both close are no reading', () => {
    const text = quote(
      '> @@ -1,3 +1,3 @@',
      '> -a(',
      '> b',
      '> +A(',
      '> b',
      '> c',
      '> @@ -9 +9 @@',
      '> -x',
      '> +y',
    );
    expect(hows(text)).toEqual(['diff-damaged']);
  });
});

test('text that quotes no diff gives none', () => {
  expect(read('> --- a line of dashes\n> +++ and pluses\nhello')).toBeNull();
  expect(read('')).toBeNull();
});
