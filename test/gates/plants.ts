/** A violation: its file, its text, and what the gate must say of that file. */
export interface Plant {
  readonly what: string;
  readonly path: string;
  readonly text: string;
  readonly sign: string;
}

const plant = (what: string, path: string, text: string, sign: string): Plant => ({ what, path, text, sign });
const stage = (body: string) =>
  `/** Planted. */\nexport function planted(text: string): unknown {\n  ${body}\n}\n`;
const reads = (path: string) => `export { planted } from '${path}';\n`;
const readsType = (path: string) =>
  `import type { planted } from '${path}';\n\nexport type Planted = typeof planted;\n`;
const parses = "export { simpleParser } from 'mailparser';\n";
const forgets =
  "/** Planted. */\nexport function planted(side: 'before' | 'after'): void {\n  switch (side) {\n    case 'before':\n  }\n}\n";

/** Files that plants import; nothing is wrong with them. */
export const NEIGHBOURS = {
  'src/adapters/mail/mime.ts': stage('return text;'),
  'src/model/hcd.ts': stage('return text;'),
  'src/series/inner.ts': stage('return text;'),
  'src/settings.ts': stage('return text;'),
};

/** By gate: everything that gate has to stop. */
export const PLANTS: Readonly<Record<string, readonly Plant[]>> = {
  layers: [
    plant(
      'a stage that reads a stage to its right',
      'src/units/right.ts',
      reads('../model/hcd.ts'),
      'units-reads-only-its-left',
    ),
    plant(
      'a type taken from a stage to the right',
      'src/series/right.ts',
      readsType('../model/hcd.ts'),
      'series-reads-only-its-left',
    ),
    plant(
      'a stage that reads the pipeline',
      'src/replay/up.ts',
      reads('../pipeline.ts'),
      'replay-reads-only-its-left',
    ),
    plant('a file that imports itself in a circle', 'src/claims/circle.ts', reads('./round.ts'), 'no-cycle'),
    plant('the other half of that circle', 'src/claims/round.ts', reads('./circle.ts'), 'no-cycle'),
    plant(
      'a folder entered past its doors',
      'src/model/side.ts',
      reads('../series/inner.ts'),
      'series-only-through-its-doors',
    ),
    plant(
      'a stage that reads a file',
      'src/claims/disk.ts',
      "export { readFileSync } from 'node:fs';\n",
      'stages-touch-nothing',
    ),
    plant('a world package in a worker', 'workers/main.ts', parses, 'mailparser-in-one-folder'),
    plant('a world package in a stage', 'src/claims/parse.ts', parses, 'stages-touch-nothing'),
    plant(
      'an adapter in the pipeline',
      'src/pipeline.ts',
      reads('./adapters/mail/mime.ts'),
      'world-stays-outside',
    ),
    plant(
      'what joins stages reading its settings itself',
      'src/join.ts',
      reads('./settings.ts'),
      'pipeline-is-handed-its-settings',
    ),
    plant(
      'a port that reads what is behind it',
      'src/ports/mail-store.ts',
      reads('../adapters/mail/mime.ts'),
      'ports-know-only-the-contract',
    ),
    plant('an import of a file that is not there', 'src/claims/lost.ts', reads('./nowhere.ts'), 'resolves'),
    plant(
      'a folder that no rule knows',
      'src/utils/all.ts',
      stage('return text;'),
      'no layer rule knows this folder',
    ),
  ],
  lint: [
    plant(
      'a clock in a stage',
      'src/claims/now.ts',
      stage('return text + Date.now();'),
      'a stage has no clock',
    ),
    plant(
      'a finer clock',
      'src/claims/finer.ts',
      stage('return [text, performance.now()];'),
      'a stage has no clock',
    ),
    plant(
      'unseeded randomness',
      'src/claims/dice.ts',
      stage('return text + Math.random();'),
      'seeded stream',
    ),
    plant(
      'a stage that prints',
      'src/claims/print.ts',
      stage('return console.log(text);'),
      'the world stays in',
    ),
    plant(
      'a stage that reads the environment',
      'src/claims/env.ts',
      stage('return process.env[text];'),
      'the world stays in',
    ),
    plant(
      'a pattern that backtracks',
      'src/claims/slow.ts',
      stage('return /^(?:a+)+$/.test(text);'),
      'no-super-linear-backtracking',
    ),
    plant(
      'a pattern quadratic on blanks',
      'src/claims/trim.ts',
      stage("return text.replace(/\\s+$/, '');"),
      'no-super-linear-move',
    ),
    plant(
      'a stateful pattern kept between calls',
      'src/claims/state.ts',
      `const WORD = /\\w/g;\n${stage('return WORD.exec(text);')}`,
      'remembers its last match',
    ),
    plant('a switch that forgets a case', 'src/claims/switch.ts', forgets, 'switch-exhaustiveness-check'),
    plant('an any', 'src/claims/any.ts', 'export type Planted = any;\n', 'noExplicitAny'),
    plant('a default export', 'src/claims/default.ts', 'export default 1;\n', 'noDefaultExport'),
    plant(
      'a suppressed complaint',
      'src/claims/hush.ts',
      `// eslint-disable-next-line no-restricted-globals\n${stage('return Date.now() + text;')}`,
      'a stage has no clock',
    ),
  ],
  names: [
    plant('a file that is not kebab-case', 'src/claims/findTables.ts', stage('return text;'), 'findTables'),
    plant('a new top-level folder', 'lib/tables.ts', stage('return text;'), 'code lives in'),
  ],
  format: [
    plant('code that was not formatted', 'src/claims/wide.ts', 'export  const planted = "x"\n', 'wide.ts'),
  ],
  types: [plant('a type error', 'src/claims/type.ts', "export const planted: number = 'x';\n", 'TS2322')],
};
