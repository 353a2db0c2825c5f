/** Folders and files at the top of a kernel tree: a patch to anything else is no kernel patch. */
const TOP_LEVEL = new Set(
  [
    'arch',
    'block',
    'certs',
    'crypto',
    'Documentation',
    'drivers',
    'fs',
    'include',
    'init',
    'io_uring',
    'ipc',
  ].concat(
    [
      'kernel',
      'lib',
      'LICENSES',
      'mm',
      'net',
      'rust',
      'samples',
      'scripts',
      'security',
      'sound',
      'tools',
      'usr',
      'virt',
    ],
    ['COPYING', 'CREDITS', 'Kbuild', 'Kconfig', 'MAINTAINERS', 'Makefile', 'README'],
  ),
);
const CHARACTERS = /^[A-Za-z0-9._+@,=/-]+$/;
const LENGTH_MAX = 255;
const PARTS_MAX = 20;

/**
 * Whether a path of a patch may be looked up in a tree: plain characters, inside the tree, no part that git or a shell
 * treats specially, and at home in a kernel.
 */
export function isPatchPath(path: string): boolean {
  if (path.length > LENGTH_MAX || !CHARACTERS.test(path)) return false;
  const parts = path.split('/');
  const isPlain = parts.every(
    (part) => part !== '' && !part.startsWith('-') && !/^(?:\.$|\.\.$|\.git)/i.test(part),
  );
  return isPlain && parts.length <= PARTS_MAX && TOP_LEVEL.has(parts[0] ?? '');
}
