import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadCParser } from '../../../src/adapters/c-parser/c-parser.ts';
import { nodesOf } from '../../../src/model/c-syntax.ts';

const parseC = await loadCParser();

test('a function has its name, its lines and its statements', () => {
  const root = parseC('int a;\n\nstatic int f(int x)\n{\n\treturn x;\n}\n');
  const [, definition] = root.children;
  expect(definition).toMatchObject({ type: 'function_definition', line: 3 });
  expect(
    [...nodesOf(root)].filter(({ type }) => type === 'return_statement').map(({ line }) => line),
  ).toEqual([5]);
});

test('text that is no C has broken nodes, and the rest is still read', () => {
  const nodes = [...nodesOf(parseC('int f(void) { %% }\nint g(void) { return 1; }\n'))];
  expect(nodes.some(({ isBroken }) => isBroken)).toBe(true);
  expect(nodes.filter(({ type }) => type === 'function_definition').at(-1)?.text).toContain('g(void)');
});

test('characters beyond ASCII do not shift what follows', () => {
  const node = [...nodesOf(parseC('/* ä → 𝛼 */ int after;\n'))].find(({ text }) => text === 'int after;');
  expect(node?.type).toBe('declaration');
});

test('brackets nested very deep are read without harm', () => {
  expect(parseC(`int a = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\n`).type).toBe('translation_unit');
});

test('any text is read, and the same text gives the same tree', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(parseC(text)).toEqual(parseC(text));
    }),
    { numRuns: 50 },
  );
});
