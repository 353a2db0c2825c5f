import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the gates read besides code: a tree with these is judged by the same rules as this one. */
const HOUSE = [
  '.gitignore',
  '.ls-lint.yml',
  'biome.json',
  'eslint.config.js',
  'knip.json',
  'package.json',
  'test/gates/check.ts',
  'test/gates/folders.ts',
  'test/gates/gates.ts',
  'test/gates/layer-rules.ts',
  'test/gates/layers.ts',
  'test/gates/longest-first.ts',
  'test/gates/summary.ts',
  'test/support/built.ts',
  'test/support/shared.ts',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A small tree that every gate passes: two stages, the left one read by the right one. */
const SOUND = {
  'src/cli.ts':
    "import { findLimit } from './claims/find-claims.ts';\n\nprocess.stdout.write(findLimit(2));\n",
  'src/claims/find-claims.ts':
    "import { double } from '../units/quantity.ts';\n\n/** A sound stage. */\nexport function findLimit(count: number): string {\n  return String(double(count));\n}\n",
  'src/units/quantity.ts':
    '/** A sound leaf. */\nexport function double(count: number): number {\n  return 2 * count;\n}\n',
};

export interface PlantedTree {
  readonly root: string;
  readonly remove: () => void;
}

/** A temporary copy of the house with little code in it, and `planted` files on top of that code. */
export function plantTree(planted: Readonly<Record<string, string>>): PlantedTree {
  const tree = mkdtempSync(join(tmpdir(), 'giveback-gate-'));
  for (const path of HOUSE) cpSync(join(root, path), join(tree, path));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, text] of Object.entries({ ...SOUND, ...planted })) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return { root: tree, remove: () => rmSync(tree, { recursive: true }) };
}
