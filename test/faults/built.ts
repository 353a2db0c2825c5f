import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { packageRoot } from '../../src/package-facts.ts';

const CACHE = join(packageRoot(), 'node_modules/.cache/giveback-faults');
const BUILT = join(CACHE, 'built');

/**
 * The service as it ships, built for these scenarios alone, and beside it what of them runs in processes of its own. Each
 * run has a copy: neither an edit meanwhile nor another run changes what is tested.
 */
const FOLDER = join(CACHE, `run-${process.pid}`);
/** Where the service looks for its own processes. */
const DIST = join(FOLDER, 'dist');

export const WORKER = join(DIST, 'workers/main.js');
export const PAGES = join(DIST, 'workers/web.js');
export const CHILD = join(DIST, 'workers/evaluation-child.js');
export const CLI = join(DIST, 'src/cli.js');

/** A file of this folder, built. */
export const builtScript = (name: string): string => join(DIST, 'test/faults', `${name}.js`);

const PARTS = ['src', 'workers', 'test/faults', 'test/support', 'test/workers'];
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** Builds file by file: types are for the gate of types, and what did not change since it was built is left. */
export function build(): void {
  for (const part of PARTS) for (const file of filesIn(join(packageRoot(), part))) buildOne(join(part, file));
  for (const part of PARTS) cpSync(join(BUILT, part), join(DIST, part), { recursive: true });
  for (const part of ['package.json', 'config'])
    cpSync(join(packageRoot(), part), join(FOLDER, part), { recursive: true });
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.endsWith('.test.ts'),
  );

function buildOne(file: string): void {
  const source = join(packageRoot(), file);
  const target = join(BUILT, file.replace(/ts$/, 'js'));
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) return;
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions: OPTIONS });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
