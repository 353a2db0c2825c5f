import { expect, test } from 'vitest';
import { hazardsIn, namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';
const driver = (setup: string, end: string): string => `static int invented_probe(struct usb_interface *intf)
{
	${setup}
	return 0;
}

static void invented_disconnect(struct usb_interface *intf)
{
	${end}
	forget(intf);
}
`;
const TASKLET = ['tasklet_setup(&net->bh, net_bh);', 'tasklet_kill(&net->bh);'] as const;
const WORK = ['INIT_WORK(&net->work, net_work);', 'cancel_work_sync(&net->work);'] as const;

const check = (
  name: string,
  before: readonly [string, string],
  after: readonly [string, string],
  expected: readonly string[],
): void => {
  test(name, () => {
    expect(namesIn(PATH, driver(...before), driver(...after))).toEqual(expected);
  });
};

check(
  'a tasklet becomes a work item that nobody waits for',
  TASKLET,
  [WORK[0], ''],
  ['missing-teardown warning'],
);
check('a tasklet becomes a work item', TASKLET, WORK, []);
check('the wait is for the old tasklet', TASKLET, [WORK[0], TASKLET[1]], ['missing-teardown warning']);
check('the wait goes', WORK, [WORK[0], ''], ['missing-teardown warning']);
check('a queue of its own that is destroyed', TASKLET, [WORK[0], 'destroy_workqueue(net->wq);'], []);
check(
  'a timer that nobody waits for',
  TASKLET,
  [`${TASKLET[0]}\n\ttimer_setup(&net->delay, net_late, 0);`, TASKLET[1]],
  ['missing-teardown warning'],
);
check('nobody waited before', [WORK[0], ''], [`count(net);\n\t${WORK[0]}`, ''], []);

test('it names what may still run', () => {
  const [hazard] = hazardsIn(PATH, driver(...TASKLET), driver(WORK[0], ''));
  expect(hazard?.because).toContain('the work item work is set up in invented_probe()');
});
