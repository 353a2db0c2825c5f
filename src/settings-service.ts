import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-facts.ts';
import type { ServiceSettings } from './service/service-settings.ts';
import { ConfigFolder } from './settings/config-folder.ts';
import { listsFile } from './settings/lists-file.ts';
import { serviceFile } from './settings/service-file.ts';
import { webFile } from './settings/web-file.ts';

/**
 * How the service runs, from a folder of the operator where it has service.json, lists.json and web.json, else as it
 * comes with giveback. Read apart from the numbers of an evaluation: how often a list is polled changes no report and no hash.
 * @throws Fault that names the file and the key that is not what it should be
 */
export function readServiceSettings(operator: string): ServiceSettings {
  const packaged = join(packageRoot(), 'config');
  const files = (name: string) => new ConfigFolder(existsSync(join(operator, name)) ? operator : packaged);
  const limits = files('service.json').read('service.json', serviceFile);
  const web = files('web.json').read('web.json', webFile);
  return { ...files('lists.json').read('lists.json', listsFile), limits, web };
}
