import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: two levels up from a source file, three from a built one. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('giveback runs outside its package: no package.json above it');
    folder = parent;
  }
  return folder;
}

export function packageVersion(): string {
  const facts: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  if (typeof facts === 'object' && facts !== null && 'version' in facts) return String(facts.version);
  throw new Error('package.json has no version');
}
