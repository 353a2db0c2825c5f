import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot, packageVersion } from '../../package-facts.ts';

/** Whose code a figure of a replay comes from. */
const STAGES = ['units', 'stats', 'ingest', 'series', 'claims', 'model', 'simulator', 'replay'];

/**
 * Names everything that figures of a replay hang on beside the part itself: our code, its dependencies, the
 * configuration, and the engine that computes. Two workers with one name play a part to the same bytes.
 *
 * @param configSha256  of the configuration as it was read
 */
export function playsAs(configSha256: string): string {
  const hash = createHash('sha256');
  const { versions, arch } = process;
  hash.update(JSON.stringify([packageVersion(), configSha256, versions.v8, arch]));
  hash.update(readFileSync(join(packageRoot(), 'package.json')));
  const here = fileURLToPath(import.meta.url);
  for (const stage of STAGES)
    for (const file of filesIn(join(here, '..', '..', '..', stage), extname(here)))
      hash.update(file).update(readFileSync(join(here, '..', '..', '..', stage, file)));
  return hash.digest('hex');
}

function filesIn(folder: string, ending: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(ending)).toSorted();
}
