import { join } from 'node:path';
import { packageRoot } from './package-facts.ts';
import type { ScanLimits } from './scan.ts';
import { ConfigFolder } from './settings/config-folder.ts';
import { scanFile } from './settings/scan-file.ts';

/**
 * How an archive is scanned, read apart from the numbers of an evaluation, whose hash it is no part of.
 * @throws Fault that names the key that is not what it should be
 */
export function readScanLimits(folder: string = join(packageRoot(), 'config')): ScanLimits {
  return new ConfigFolder(folder).read('scan.json', scanFile);
}
