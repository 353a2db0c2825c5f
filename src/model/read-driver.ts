import type { ParseC } from './c-syntax.ts';
import { type Functions, functionsBelow, functionsByName } from './call-paths.ts';
import { type EntryPoint, entryPoints } from './entry-points.ts';
import { dropByCaller, type GivebackSite, isHostSide, sitesIn } from './giveback-sites.ts';
import type { Fact, Figure, HcdProfile, LockStyle } from './hcd-profile.ts';
import { type KnownSources, noneKnown, readOnce, type SourceText, sourceTexts } from './known-sources.ts';
import { lingerIn } from './linger.ts';
import {
  isAside,
  isConfirmed,
  lockingFunction,
  lockOnWay,
  mainWay,
  takesLock,
  type Way,
} from './main-way.ts';
import type { SourceDriver, SourceFile } from './source-file.ts';
import type { SourceTree } from './source-tree.ts';

/** What the sources of one driver say. Null where they do not say it, or where it could not be read. */
export interface DriverSource {
  readonly hcDrivers: readonly SourceDriver[];
  /** All host-side givebacks. */
  readonly sites: readonly GivebackSite[];
  /** The giveback on the path from the device, the one a profile is about. */
  readonly main: GivebackSite | null;
  readonly lock: string | null;
  readonly style: LockStyle | null;
  readonly hcdBh: Fact<boolean> | null;
  readonly enqueue: Fact<string> | null;
  readonly enqueueTakesLock: boolean | null;
  readonly entry: EntryPoint | null;
  /** Calls from the entry to the giveback function. */
  readonly path: readonly string[] | null;
  readonly lockTakenIn: Fact<string> | null;
  /** What the sources most often put into `imod_interval`, nanoseconds. */
  readonly moderationNs: number | null;
  /** Null when it is set to something that is no plain number. */
  readonly sgTablesize: Fact<number | 'unlimited'> | null;
  readonly linger: Figure;
  /** Functions with a giveback whose text the parser could not read. */
  readonly unread: readonly string[];
}

/** Where a driver's sources are, and the way to its giveback as far as it is known. */
export type DriverPlace = Pick<HcdProfile, 'driver' | 'files'> & Partial<Pick<HcdProfile, 'path'>>;

/** Calls down to the lock: an enqueue function often leaves it to one per kind of transfer. */
const ENQUEUE_DEPTH = 3;

/** Reads a driver's sources: all C files below its path prefixes. Null when there is no hc_driver among them. */
export function readDriver(
  tree: SourceTree,
  { driver, files, path }: DriverPlace,
  { parseC, known = noneKnown() }: DriverReading,
): DriverSource | null {
  const texts = files.flatMap((prefix) => sourceTexts(tree, prefix));
  const read = texts.filter((file) => file.path.endsWith('.c')).map((file) => readOnce(file, known));
  const hcDrivers = read.flatMap(({ drivers }) => drivers);
  if (hcDrivers.length === 0) return null;
  const hcDriver = mainDriver(driver, hcDrivers);
  return describe({ files: read, texts, hcDriver, known: path?.fact ?? [], parseC });
}

/** What reads C, and the files that were read already. */
export interface DriverReading {
  readonly parseC: ParseC;
  readonly known?: KnownSources;
}

interface Sources {
  readonly files: readonly SourceFile[];
  readonly texts: readonly SourceText[];
  readonly hcDriver: SourceDriver | null;
  readonly known: readonly string[];
  readonly parseC: ParseC;
}

function describe({ files, texts, hcDriver, known, parseC }: Sources): DriverSource {
  const all = files.flatMap((file) => file.functions);
  const functions = functionsByName(all);
  const giving = all
    .filter(({ callees }) => callees.has('usb_hcd_giveback_urb'))
    .map((one) => sitesIn(one, parseC));
  const sites = giving.flatMap((read) => read.sites).filter(isHostSide);
  const way = mainWay(sites, functions, entryPoints(files));
  const main = way?.site ?? sites.find(({ function: name }) => !isAside(name)) ?? null;
  const below = functionsBelow(functions, hcDriver?.fields.get('urb_enqueue') ?? '', ENQUEUE_DEPTH);
  const around = main?.style === 'held' && way ? dropByCaller(way.path, functions, parseC) : null;
  const lock = main?.lock ?? around?.lock ?? lockOnWay(way, functions, below);
  const lockTakenIn = way && lock ? lockingFunction(way.path, lock, functions) : null;
  return {
    hcDrivers: files.flatMap(({ drivers }) => drivers),
    sites,
    main,
    lock,
    style: around?.style ?? styleOf(main, way, lockTakenIn),
    hcdBh: hasFlag(hcDriver),
    enqueue: enqueueOf(hcDriver, functions),
    enqueueTakesLock: lock === null ? null : takesLock(below, lock),
    entry: way?.entry ?? null,
    path: way && (isConfirmed(known, way, functions) ? known : way.path),
    moderationNs: moderationIn(files),
    sgTablesize: sgTablesizeIn(files),
    linger: lingerIn(texts),
    lockTakenIn,
    unread: giving.flatMap((read) => read.unread),
  };
}

/** The structure named after the driver, else the fullest: glue drivers copy it, or fill in a part. */
function mainDriver(driver: string, all: readonly SourceDriver[]): SourceDriver | null {
  const named = all.filter(({ name }) => name === `${driver}_hc_driver` || name === `${driver}_driver`);
  const [first] = (named.length > 0 ? named : all).toSorted((a, b) => b.fields.size - a.fields.size);
  return first ?? null;
}

function hasFlag(hcDriver: SourceDriver | null): Fact<boolean> | null {
  const flags = hcDriver?.fields.get('flags');
  if (hcDriver === null || flags === undefined) return null;
  return { fact: flags.split(/\W+/).includes('HCD_BH'), source: `${hcDriver.path}:${hcDriver.line}` };
}

function enqueueOf(hcDriver: SourceDriver | null, functions: Functions): Fact<string> | null {
  const name = hcDriver?.fields.get('urb_enqueue');
  if (hcDriver === null || name === undefined) return null;
  const own = functions.get(name) ?? hcDriver;
  return { fact: name, source: `${own.path}:${own.line}` };
}

function moderationIn(files: readonly SourceFile[]): number | null {
  const values = files
    .flatMap(({ members }) => members)
    .filter(({ member, value }) => member === 'imod_interval' && /^\d+$/.test(value))
    .map(({ value }) => Number(value));
  const count = (value: number): number => values.filter((other) => other === value).length;
  return values.toSorted((a, b) => count(b) - count(a))[0] ?? null;
}

/** What `sg_tablesize` of a struct usb_bus is set to; `~0` is no limit, and a driver that leaves it alone takes no lists. */
function sgTablesizeIn(files: readonly SourceFile[]): DriverSource['sgTablesize'] {
  const [set] = files.flatMap(({ path, members }) =>
    members.filter(({ member }) => member === 'sg_tablesize').map((one) => ({ ...one, path })),
  );
  if (set === undefined) return { fact: 0, source: 'set nowhere; usb_create_hcd() leaves it 0' };
  const source = `${set.path}:${set.line}`;
  if (set.value === '~0') return { fact: 'unlimited', source };
  return /^\d+$/.test(set.value) ? { fact: Number(set.value), source } : null;
}

/** A lock that neither the giveback's function nor its callers hold is released, not held; unknown without callers. */
function styleOf(
  main: GivebackSite | null,
  way: Way | null,
  lockTakenIn: Fact<string> | null,
): LockStyle | null {
  if (main === null || main.style !== 'held') return main?.style ?? null;
  if (way === null) return null;
  return lockTakenIn === null ? 'released' : 'held';
}
