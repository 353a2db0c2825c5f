import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../house/tree.ts';

const SCRIPT = join(root, 'test/workers/asked-while-busy.ts');

it('hears a signal that came while what is done about it was replaced', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'brought to its end\n']);
});
