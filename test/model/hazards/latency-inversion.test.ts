import { expect, test } from 'vitest';
import { CORE, coreSource } from '../driver-tree.ts';
import { namesIn } from './hazards-in.ts';

const check = (
  name: string,
  before: Parameters<typeof coreSource>[0],
  after: Parameters<typeof coreSource>[0],
  expected: readonly string[],
): void => {
  test(name, () => {
    const found = namesIn(CORE, coreSource(before), coreSource(after));
    expect(found.filter((hazard) => hazard.startsWith('latency'))).toEqual(expected);
  });
};

const LOOP = { deferred: 'restart:\n\tif (more(t))\n\t\tgoto restart;' };

check('a loop until nothing is left', {}, LOOP, ['latency-inversion warning']);
check('a loop that goes', LOOP, {}, []);
check(
  'urgent URBs at the priority of bulk ones',
  { setup: 'tasklet_hi_schedule(bh);' },
  { setup: 'tasklet_schedule(bh);' },
  ['latency-inversion warning'],
);
check(
  'bulk URBs at the priority of urgent ones',
  { setup: 'tasklet_schedule(bh);' },
  { setup: 'tasklet_hi_schedule(bh);' },
  [],
);
check(
  'one work queue for both',
  { setup: 'queue_work(system_bh_highpri_wq, bh);' },
  { setup: 'queue_work(system_bh_wq, bh);' },
  ['latency-inversion warning'],
);
