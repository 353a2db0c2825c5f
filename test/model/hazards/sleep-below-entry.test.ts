import { describe, expect, test } from 'vitest';
import { hazardsIn, namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';

/** A handler that calls a helper, a helper that may hold a lock, and a registration for the handler. */
function driver({
  helper = '',
  call = 'refill(net);',
  lock = false,
  setup = 'usb_fill_bulk_urb(urb, dev, pipe, buf, len, read_done, net)',
}): string {
  return `static void refill(struct invented *net)
{
${lock ? '\tspin_lock_irqsave(&net->lock, flags);\n' : ''}	note(net);
${helper}${lock ? '\tspin_unlock_irqrestore(&net->lock, flags);\n' : ''}}

static void read_done(struct urb *urb)
{
	struct invented *net = urb->context;

	${call}
}

static void run_later(struct work_struct *work)
{
	refill(container_of(work, struct invented, work));
}

static int invented_probe(struct usb_interface *intf)
{
	${setup};
	return 0;
}

static void invented_disconnect(struct usb_interface *intf)
{
	cancel_work_sync(&net->work);
	tasklet_kill(&net->bl);
}
`;
}

const SLEEP = '\tmsleep(1);\n';
const ALLOC = '\tbuf = kmalloc(net->size, GFP_KERNEL);\n';

describe('a call that may sleep', () => {
  const check = (
    name: string,
    from: Parameters<typeof driver>[0],
    to: Parameters<typeof driver>[0],
    expected: readonly string[],
  ): void => {
    test(name, () => {
      expect(namesIn(PATH, driver(from), driver(to))).toEqual(expected);
    });
  };

  check('below a completion handler', {}, { helper: SLEEP }, ['sleep-in-atomic error']);
  check('an allocation below a completion handler', {}, { helper: ALLOC }, ['sleep-in-atomic error']);
  check(
    'under a lock',
    { setup: 'INIT_WORK(&net->work, run_later)', call: '', lock: true },
    { setup: 'INIT_WORK(&net->work, run_later)', call: '', lock: true, helper: ALLOC },
    ['sleep-in-atomic error'],
  );
  check(
    'behind a condition on the way',
    { call: 'if (net->stuck)\n\t\trefill(net);' },
    { call: 'if (net->stuck)\n\t\trefill(net);', helper: SLEEP },
    ['sleep-in-atomic warning'],
  );
  check('where the code asks first', {}, { helper: '\tif (net->can_sleep)\n\t\tmsleep(1);\n' }, [
    'sleep-in-atomic warning',
  ]);
  check(
    'where the flag is chosen',
    {},
    { helper: '\tbuf = kmalloc(net->size, net->busy ? GFP_ATOMIC : GFP_KERNEL);\n' },
    [],
  );
  check(
    'below a work item',
    { call: '', setup: 'INIT_WORK(&net->work, run_later)' },
    { call: '', setup: 'INIT_WORK(&net->work, run_later)', helper: SLEEP },
    [],
  );
  check('that was there', { helper: SLEEP }, { helper: `${SLEEP}\tcount(net);\n` }, []);
  check(
    'in a work item that becomes a tasklet',
    { call: '', helper: SLEEP, setup: 'INIT_WORK(&net->work, run_later)' },
    { call: '', helper: SLEEP, setup: 'tasklet_setup(&net->bl, run_later)' },
    ['sleep-in-atomic error'],
  );
});

test('a function that sleeps further down, called with a lock held', () => {
  const held = '\tspin_lock_irqsave(&net->lock, flags);\n\tnote(net);\n';
  const source = (body: string): string =>
    `static void show(struct invented *net)\n{\n\tdebugfs_create_file("net", 0444, net->dir, net, &ops);\n}\n\n` +
    `static void list(struct invented *net)\n{\n\tshow(net);\n}\n\n` +
    `static void reset(struct invented *net)\n{\n${body}}\n`;
  const end = '\tspin_unlock_irqrestore(&net->lock, flags);\n';
  const [hazard, ...others] = hazardsIn(
    PATH,
    source(`${held}${end}\tlist(net);\n`),
    source(`${held}\tlist(net);\n${end}`),
  );
  expect(others).toEqual([]);
  expect(hazard?.severity).toBe('error');
  expect(hazard?.trace.slice(0, 3)).toEqual(['reset [takes net->lock]', 'list', 'show']);
});

test('the trace goes from the giveback to the call', () => {
  const [hazard] = hazardsIn(PATH, driver({}), driver({ helper: SLEEP }));
  expect(hazard?.trace).toEqual(['__usb_hcd_giveback_urb:', 'read_done', 'refill', 'msleep(1)']);
  expect(hazard?.because).toBe(
    'refill() must not sleep below read_done(), a completion handler, which msleep allows.',
  );
});
