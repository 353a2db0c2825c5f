import { join } from 'node:path';
import { packageRoot } from '../package-facts.ts';

/** The arguments with which node starts a file of the workers, built or not. */
export function workerProcess(name: string, args: readonly string[]): readonly string[] {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = join(packageRoot(), isSource ? `workers/${name}.ts` : `dist/workers/${name}.js`);
  return [...(isSource ? ['--import', 'tsx'] : []), entry, ...args];
}
