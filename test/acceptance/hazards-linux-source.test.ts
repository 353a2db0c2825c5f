import { describe, expect, test } from 'vitest';
import { loadCParser } from '../../src/adapters/c-parser/c-parser.ts';
import { directoryTree } from '../../src/adapters/tree/directory-tree.ts';
import { classDriversIn } from '../../src/model/class-drivers.ts';
import { HAZARD_CHECKS } from '../../src/model/hazards.ts';
import type { Hazard } from '../../src/model/hcd.ts';
import { hcdOf } from '../../src/model/hcd-profile.ts';
import { noneKnown } from '../../src/model/known-sources.ts';
import { readModule } from '../../src/model/module-source.ts';
import { linuxSource, linuxSourceExists } from '../model/linux-source.ts';
import { PROFILES, profileOf } from '../model/series-of.ts';

const parseC = await loadCParser();
const tree = linuxSourceExists ? directoryTree(linuxSource) : { read: () => null, list: () => [] };

/** Drivers that are always read here; with GIVEBACK_LINT_ALL=1, which takes a quarter of a minute, it is all of them. */
const HOSTS = ['ohci', 'uhci', 'c67x00'];
const FILES = ['drivers/net/usb/r8152.c', 'drivers/net/usb/usbnet.c', 'drivers/net/usb/rndis_host.c'].concat(
  'drivers/usb/storage/uas.c',
);
const FOLDERS = ['drivers/hid/usbhid/', 'drivers/media/usb/uvc/'];
const MORE_FOLDERS = ['drivers/media/usb/pwc/', 'sound/usb/', 'drivers/usb/core/'];
const MORE_FILES = ['drivers/net/usb/', 'drivers/usb/storage/', 'drivers/usb/class/', 'drivers/usb/misc/'];
const isAll = process.env['GIVEBACK_LINT_ALL'] !== undefined;

/** The paths of each module. */
function modules(): readonly (readonly string[])[] {
  const inFolder = (folder: string): string[] =>
    tree.list(folder).filter((path) => !path.slice(folder.length).includes('/'));
  const hosts = isAll ? PROFILES : HOSTS.map(profileOf);
  const folders = isAll ? [...FOLDERS, ...MORE_FOLDERS] : FOLDERS;
  const files = isAll ? MORE_FILES.flatMap((prefix) => tree.list(prefix)) : FILES;
  return [
    ...hosts.map((profile) => profile.files.flatMap((prefix) => tree.list(prefix))),
    ...folders.map(inFolder),
    ...files.map((path) => [path]),
  ].map((paths) => paths.filter((path) => path.endsWith('.c')));
}

/** What the lint says of a module when all of it counts as new. */
function hazardsOf(paths: readonly string[]): Hazard[] {
  const reading = { parseC, known: noneKnown(), flows: new Map() };
  const before = readModule({ read: () => null, list: () => [] }, [], reading);
  const after = readModule(tree, paths, reading);
  const hcd = hcdOf(profileOf('xhci'));
  const path = { before: hcd, after: hcd, changes: [], profile: profileOf('xhci'), isFlagKnown: true };
  const side = { before, after, changed: new Set(after.functions.keys()), isHost: false };
  const scene = { path, hunks: [], modules: [side], classDrivers: () => [] };
  return HAZARD_CHECKS.flatMap(({ find }) => find(scene));
}

describe.skipIf(!linuxSourceExists)('the lint on Linux 6.1 as it is', () => {
  test('accuses only what is wrong there', { timeout: 300_000 }, () => {
    const errors = modules()
      .flatMap(hazardsOf)
      .filter(({ severity }) => severity === 'error');
    expect(errors.map(({ kind, where }) => `${kind} ${where?.file}`).toSorted()).toEqual([
      'dma-buffer drivers/net/usb/rndis_host.c',
      'irq-unsafe-lock drivers/usb/c67x00/c67x00-sched.c',
      ...(isAll ? ['irq-unsafe-lock drivers/usb/host/oxu210hp-hcd.c'] : []),
    ]);
  });

  test('class drivers submit from complete() as they are known to', () => {
    const read = classDriversIn(tree);
    expect(read).toEqual(classDriversIn(null));
    const names = (resubmits: boolean): string[] =>
      read.filter((driver) => driver.resubmits === resubmits).map(({ name }) => name);
    expect(names(false)).toEqual(['usb-storage', 'the bulk URBs of r8152']);
    expect(names(true)).toContain('the interrupt URB of r8152');
  });
});
