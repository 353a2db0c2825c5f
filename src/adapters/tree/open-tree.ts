import type { SourceTree } from '../../model/source-tree.ts';
import type { Base } from '../git/find-base.ts';
import { isRepository, openGitTree } from '../git/git-tree.ts';
import { directoryTree } from './directory-tree.ts';

/** What a user pointed at: a tree of sources, and for a repository the commit it is read at. */
export interface OpenedTree {
  readonly tree: SourceTree;
  readonly base: Base | null;
}

/** Where the model finds host controllers, usbcore and the class drivers it knows. */
const FOLDERS = [
  'drivers/usb/',
  'drivers/media/usb/',
  'drivers/net/usb/',
  'drivers/hid/usbhid/',
  'sound/usb/',
];

/**
 * Opens a git repository, bare or not, at the base of a series, or a plain directory of sources as it is.
 *
 * @throws Fault  when the directory is a repository without any commit
 */
export async function openTree(
  directory: string,
  series: { readonly baseCommit: string | null; readonly date: string | null },
): Promise<OpenedTree> {
  if (!isRepository(directory)) return { tree: directoryTree(directory), base: null };
  const { baseCommit, date } = series;
  return openGitTree({ repository: directory, baseCommit, date, folders: FOLDERS });
}
