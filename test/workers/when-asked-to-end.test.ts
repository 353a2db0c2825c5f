import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { programOf } from '../support/built.ts';

const PROGRAM = programOf('test/workers/asked-while-busy.ts');

it('hears a signal that came while what is done about it was replaced', () => {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'brought to its end\n']);
});
