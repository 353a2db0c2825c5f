import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault } from '../../fault.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { TreeTrial } from '../../model/tree-use.ts';
import { type GitTreeRequest, isRepository, openGitTree } from '../git/git-tree.ts';
import { directoryTree } from './directory-tree.ts';

/** What a user pointed at: a tree of sources, and what came of putting the series into it. */
export interface OpenedTree {
  readonly tree: SourceTree;
  readonly trial: TreeTrial;
}

/** Where the model finds host controllers, usbcore and the class drivers it knows. */
const FOLDERS = [
  'drivers/usb/',
  'drivers/media/usb/',
  'drivers/net/usb/',
  'drivers/hid/usbhid/',
  'sound/usb/',
];

/** What a series says, and shows, of its base. */
export type TreeRequest = Omit<GitTreeRequest, 'repository' | 'folders'>;

/** For a look at the tree alone, without any series. */
export const NO_SERIES: TreeRequest = { baseCommit: null, namedBases: [], date: null, patches: [] };

/**
 * Opens a git repository, bare or not, at the base of a series, or a plain directory of sources as it is.
 *
 * @throws Fault  when there is no such directory, or it is a repository without any commit
 */
export async function openTree(directory: string, request: TreeRequest): Promise<OpenedTree> {
  if (isRepository(directory)) return openGitTree({ ...request, repository: directory, folders: FOLDERS });
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Fault(`${directory} is not a directory`, 'never');
  const name = basename(resolve(directory));
  const base = { how: 'given', name, commit: null, date: null, ageDays: null } as const;
  return {
    tree: directoryTree(directory),
    trial: { base, refusedByGit: [], appliesOn: null, basesTried: 0 },
  };
}
