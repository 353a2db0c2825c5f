import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { KNOWN_FOLDERS, layerRules } from './layer-rules.ts';

const CODE = ['src', 'workers'];

function sourcesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path}`);
}

async function cruised(root: string, folders: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    ruleSet: layerRules,
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  });
  if (typeof output === 'string') throw new Error(`dependency-cruiser gave text: ${output}`);
  return output;
}

const isUnruled = (path: string): boolean => {
  const [, folder, file] = path.split('/');
  return path.startsWith('src/') && file !== undefined && !KNOWN_FOLDERS.includes(folder ?? '');
};

/**
 * Every import that breaks a layer rule, one per line. Also every source the tool did not read: given a compiler
 * it does not know, dependency-cruiser finds no modules and is content.
 */
export async function layerViolations(root: string): Promise<string[]> {
  const expected = CODE.flatMap((folder) => sourcesIn(root, folder));
  if (expected.length === 0) return ['no source was found, so nothing was checked'];
  const { modules, summary } = await cruised(
    root,
    CODE.filter((folder) => sourcesIn(root, folder).length > 0),
  );
  const seen = new Set(modules.map((module) => module.source));
  return [
    ...expected.filter((path) => !seen.has(path)).map((path) => `${path}: not read by dependency-cruiser`),
    ...expected.filter(isUnruled).map((path) => `${path}: no layer rule knows this folder`),
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  ];
}
