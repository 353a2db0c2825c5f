import type { ParseC } from './c-syntax.ts';
import type { ModuleSides } from './hazards/hazard-check.ts';
import type { KnownSources } from './known-sources.ts';
import { type ModuleReading, type ModuleSource, readModule } from './module-source.ts';
import type { SourceTree } from './source-tree.ts';

/** Folders whose files make one module, with those below left out; elsewhere a file is a module. */
const FOLDERS = [
  'drivers/usb/core/',
  'drivers/hid/usbhid/',
  'drivers/media/usb/uvc/',
  'drivers/media/usb/pwc/',
].concat('sound/usb/');
const CORE_HCD = 'drivers/usb/core/hcd.c';

/** A tree before a series and after it. */
export interface Trees {
  readonly before: SourceTree;
  readonly after: SourceTree;
  readonly parseC: ParseC;
  readonly known: KnownSources;
  /** Whether usbcore asks for a threaded interrupt, on either side. */
  readonly isHcdIrqThreaded: readonly [before: boolean, after: boolean];
}

/** The modules that a series touches, whole, on both sides; `hostFiles` are the path prefixes of the driver the model is about. */
export function moduleSidesOf(
  trees: Trees,
  touched: readonly string[],
  hostFiles: readonly string[],
): ModuleSides[] {
  const reading: ModuleReading = { parseC: trees.parseC, known: trees.known, flows: new Map() };
  const isOfHost = (path: string): boolean => hostFiles.some((prefix) => path.startsWith(prefix));
  const sources = touched.filter((path) => /\.[ch]$/.test(path));
  const isHostTouched = sources.some((path) => isOfHost(path) || path === CORE_HCD);
  const others = new Map(sources.filter((path) => !isOfHost(path)).map((path) => [moduleKey(path), path]));
  const host = sources.filter(isOfHost);
  return [
    ...(isHostTouched
      ? [sidesOf(trees, reading, { paths: filesOf(trees, hostFiles, host), isHost: true })]
      : []),
    ...[...others].map(([key, path]) => {
      const paths = key.endsWith('/') ? filesIn(trees, key, path) : [path];
      return sidesOf(trees, reading, { paths, isHost: false });
    }),
  ];
}

function moduleKey(path: string): string {
  return (
    FOLDERS.find((folder) => path.startsWith(folder) && !path.slice(folder.length).includes('/')) ?? path
  );
}

function filesIn(trees: Trees, folder: string, own: string): string[] {
  return filesOf(trees, [folder], [own]).filter((path) => !path.slice(folder.length).includes('/'));
}

/** All C files below some prefixes, on either side, and the headers that are touched. */
function filesOf(
  { before, after }: Trees,
  prefixes: readonly string[],
  touched: readonly string[],
): string[] {
  const listed = prefixes.flatMap((prefix) => [...before.list(prefix), ...after.list(prefix)]);
  return [...new Set([...listed.filter((path) => path.endsWith('.c')), ...touched])];
}

function sidesOf(
  { before, after, isHcdIrqThreaded }: Trees,
  reading: ModuleReading,
  { paths, isHost }: { readonly paths: readonly string[]; readonly isHost: boolean },
): ModuleSides {
  const [wasThreaded, isThreaded] = isHcdIrqThreaded;
  const old = readModule(before, paths, { ...reading, isHcdIrqThreaded: wasThreaded });
  const then = readModule(after, paths, { ...reading, isHcdIrqThreaded: isThreaded });
  return { before: old, after: then, changed: changedNames(old, then), isHost };
}

function changedNames(before: ModuleSource, after: ModuleSource): Set<string> {
  const names = new Set([...before.functions.keys(), ...after.functions.keys()]);
  return new Set(
    [...names].filter((name) => before.functions.get(name)?.text !== after.functions.get(name)?.text),
  );
}
