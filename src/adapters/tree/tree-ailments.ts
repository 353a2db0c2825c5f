import { statSync } from 'node:fs';
import { isRepository } from '../git/git-tree.ts';
import { readTreeFile } from './read-tree-file.ts';

/** A file of every kernel, and one that says who answers for which file. */
const KERNEL_FILE = 'drivers/usb/core/hcd.c';

/** What is wrong with a kernel tree; `notes` is worth knowing and no reason not to start. */
export async function treeAilments(
  directory: string,
): Promise<{ readonly ailments: readonly string[]; readonly notes: readonly string[] }> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    return {
      ailments: [`${directory} is not there: git clone --bare URL ${directory} brings one`],
      notes: [],
    };
  const kernel = await readTreeFile(directory, KERNEL_FILE);
  if (kernel === null) {
    const what = isRepository(directory) ? 'its HEAD has' : 'it has';
    return {
      ailments: [`${directory} is no kernel tree: ${what} no ${KERNEL_FILE}; look at trees in lists.json`],
      notes: [],
    };
  }
  const isPeopled = (await readTreeFile(directory, 'MAINTAINERS')) !== null;
  return {
    ailments: [],
    notes: isPeopled ? [] : [`${directory} has no MAINTAINERS: only authors and those of lists.json may ask`],
  };
}
