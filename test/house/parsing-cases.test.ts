import { describe, expect, it } from 'vitest';
import { ourFiles, textOf } from './tree.ts';

interface Row {
  readonly number: number;
  readonly files: readonly string[];
  readonly names: readonly string[];
}

const rows = textOf('docs/parsing-cases.md').split('\n').flatMap(rowOf);
const files = ourFiles().filter((path) => /^test\/parsing\/.*\.test\.ts$/.test(path));

/** `|  38 | what we do | `a.test.ts`: 38: name, `b.test.ts`: 38: other |` */
function rowOf(line: string): readonly Row[] {
  const [, number = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
  if (!/^\d+$/.test(number)) return [];
  const named = tests.split(/,? ?`([a-z]+\.test\.ts)`: /).slice(1);
  return [
    {
      number: Number(number),
      files: named.filter((_, at) => at % 2 === 0),
      names: named.filter((_, at) => at % 2 === 1),
    },
  ];
}

describe('docs/parsing-cases.md', () => {
  it('has each of the 73 cases once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 73 }, (_, at) => at + 1));
  });

  it.each(rows.map((row) => [row.number, row] as const))(
    'case %i is shown by tests that exist',
    (number, row) => {
      expect(row.names.length).toBeGreaterThan(0);
      for (const [at, name] of row.names.entries()) {
        expect(name.startsWith(`${number}: `)).toBe(true);
        const spelled = textOf(`test/parsing/${row.files[at]}`).replaceAll("\\\\'", "'");
        expect(spelled.includes(name)).toBe(true);
      }
    },
  );

  it('leaves no test out', () => {
    const named = new Set(rows.flatMap(({ names }) => names));
    const written = files.flatMap((path) =>
      [...textOf(path).matchAll(/(?:describe|test|check)(?:\.each\([^)]*\))?\(\s*['"](\d+: .*?)['"],/g)].map(
        (found) => found[1] ?? '',
      ),
    );
    expect(written.length).toBeGreaterThan(60);
    expect(written.filter((name) => !named.has(name))).toEqual([]);
  });
});
