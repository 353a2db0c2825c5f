import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { directoryTree } from '../../../src/adapters/tree/directory-tree.ts';

const home = mkdtempSync(join(tmpdir(), 'giveback-tree-'));
const root = join(home, 'linux');
mkdirSync(join(root, 'drivers/usb/host/sub'), { recursive: true });
writeFileSync(join(root, 'drivers/usb/host/xhci.c'), 'int xhci;\n');
writeFileSync(join(root, 'drivers/usb/host/xhci-ring.c'), 'int ring;\n');
writeFileSync(join(root, 'drivers/usb/host/ehci.c'), 'int ehci;\n');
writeFileSync(join(root, 'drivers/usb/host/sub/deep.c'), 'int deep;\n');
writeFileSync(join(home, 'secret.c'), 'int secret;\n');
symlinkSync(join(home, 'secret.c'), join(root, 'drivers/usb/host/xhci-link.c'));
symlinkSync(home, join(root, 'drivers/out'));
const tree = directoryTree(root);

afterAll(() => rmSync(home, { recursive: true }));

test('a file is read by its path in the tree', () => {
  expect(tree.read('drivers/usb/host/xhci.c')).toBe('int xhci;\n');
  expect(tree.read('drivers/usb/host/none.c')).toBeNull();
  expect(tree.read('drivers/usb/host')).toBeNull();
});

test('a prefix lists the files that begin with it', () => {
  expect(tree.list('drivers/usb/host/xhci')).toEqual([
    'drivers/usb/host/xhci-ring.c',
    'drivers/usb/host/xhci.c',
  ]);
  expect(tree.list('drivers/usb/none/')).toEqual([]);
});

test('a folder is listed with all that is below it', () => {
  expect(tree.list('drivers/usb/host/')).toEqual([
    'drivers/usb/host/ehci.c',
    'drivers/usb/host/sub/deep.c',
    'drivers/usb/host/xhci-ring.c',
    'drivers/usb/host/xhci.c',
  ]);
});

test.each(['../secret.c', 'drivers/usb/host/xhci-link.c', 'drivers/out/secret.c', 'drivers/../../secret.c'])(
  '"%s" leads out of the tree and is not read',
  (path) => {
    expect(tree.read(path)).toBeNull();
  },
);

test.each(['../', 'drivers/out/', '..'])('"%s" leads out of the tree and is not listed', (prefix) => {
  expect(tree.list(prefix)).toEqual([]);
});
