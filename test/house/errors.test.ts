import { describe, expect, it } from 'vitest';
import { problemCodes } from './problem-codes.ts';
import { codeRows, textOf, twice } from './tree.ts';

const declared = problemCodes(textOf('src/problem.ts'));
const documented = codeRows(textOf('docs/errors.md'));

describe('docs/errors.md', () => {
  it('has a row for every problem code', () => {
    expect(declared.length).toBeGreaterThan(10);
    expect(declared.filter((code) => !documented.includes(code))).toEqual([]);
  });

  it('has no row for a code that no reader gives', () => {
    expect(documented.filter((code) => !declared.includes(code))).toEqual([]);
  });

  it('has each code once', () => {
    expect(twice(documented)).toEqual([]);
    expect(twice(declared)).toEqual([]);
  });
});

describe('problemCodes', () => {
  it('reads the union, whatever its layout', () => {
    const source =
      "export type Problem =\n | { readonly code: 'a-b'; x: string }\n | { x: 'no'; code: 'c' };";
    expect(problemCodes(source)).toEqual(['a-b', 'c']);
  });
});
