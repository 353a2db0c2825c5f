import { gitDirOf } from '../git/git-tree.ts';
import { hardenedGit } from '../git/hardened-git.ts';
import { openObjectReader } from '../git/object-reader.ts';
import { directoryTree } from './directory-tree.ts';

/**
 * One file of a kernel tree: of the head of a repository, or of a plain directory. Null where it is not there.
 * @param path  a name of ours, never one that came by mail
 * @throws Fault when git fails
 */
export async function readTreeFile(directory: string, path: string): Promise<string | null> {
  const gitDir = gitDirOf(directory);
  if (gitDir === null) return directoryTree(directory).read(path);
  const git = hardenedGit(gitDir);
  const reader = openObjectReader(git);
  try {
    const [blob] = await reader.read([`HEAD:${path}`]);
    return blob?.text ?? null;
  } finally {
    reader.close();
    git.close();
  }
}
