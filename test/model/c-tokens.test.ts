import { expect, test } from 'vitest';
import { textOf, tokensOf } from '../../src/model/c-tokens.ts';

const check = (name: string, lines: readonly string[], expected: string): void => {
  test(name, () => {
    expect(textOf(tokensOf(lines))).toBe(expected);
  });
};

check('spacing and line breaks leave no trace', ['f( a ,', '  b->c );'], 'f ( a , b -> c ) ;');
check('a comment gives no tokens', ['a(); /* b(); */ c(); // d();'], 'a ( ) ; c ( ) ;');
check('a comment that spans lines gives none', ['a /* x', 'y', 'z */ b'], 'a b');
check(
  'lines that begin inside a comment are seen by its end',
  [' * spin_unlock(l);', ' */', 'f();'],
  'f ( ) ;',
);
check('lines that all have a star are a comment', [' * spin_unlock(l);', ' * more'], '');
check('a pointer that is written to is no comment', ['*p = 1;', 'q = 2;'], '* p = 1 ; q = 2 ;');
check('a string keeps what looks like a comment', ['f("/* no */", \'"\');'], 'f ( "/* no */" , \'"\' ) ;');
check('an escaped quote does not end a string', ['f("a\\"b", c);'], 'f ( "a\\"b" , c ) ;');
check(
  'code under #if 0 gives no tokens',
  ['#if 0', 'a();', '#if X', '#endif', '#else', 'b();', '#endif', 'c();'],
  'b ( ) ; # endif c ( ) ;',
);
check('an include gives none', ['#include <linux/usb.h>', 'a;'], 'a ;');
check('signs of two and three characters stay whole', ['a <<= b->c && d++'], 'a <<= b -> c && d ++');
check('a line that is continued is one', ['#define A \\', '  b'], '# define A b');
check('an unclosed string ends with its line', ['f("a', 'b);'], 'f ( "a b ) ;');
