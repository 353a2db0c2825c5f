import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { driverTree } from '../model/driver-tree.ts';
import { giveback } from './giveback.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-profile-'));
const tree = join(folder, 'linux');
for (const [name, text] of Object.entries(driverTree())) {
  mkdirSync(dirname(join(tree, name)), { recursive: true });
  writeFileSync(join(tree, name), text);
}
afterAll(() => rmSync(folder, { recursive: true }));

test('a driver is shown as the tree has it, by any of its names', () => {
  const { code, stdout, stderr } = giveback(['model', '--tree', tree, '--driver', 'xhci-hcd']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ {2}xhci in linux\n/);
});

test.each([
  [['model', '--driver', 'xhci'], 2, "'--driver' needs '--tree <dir>'"],
  [['model', '--tree', tree, '--driver', 'nobody'], 2, 'no profile is called nobody; there are all, c67x00'],
  [['model', '--tree', folder, '--driver', 'all'], 3, 'is it a kernel tree?'],
])('giveback %j says why not', (args, code, says) => {
  const ran = giveback(args);
  expect(ran).toMatchObject({ code, stdout: '' });
  expect(ran.stderr).toContain(says);
});
