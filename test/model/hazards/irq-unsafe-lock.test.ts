import { describe, expect, test } from 'vitest';
import { hazardsIn, namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';

/** A network driver whose completion handler, tasklet, work item and timer take one lock, each in its own way. */
function driver({
  complete = 'irqsave',
  tasklet = 'irqsave',
  work = 'irqsave',
  around = '',
  handler = '',
}: Partial<Record<'complete' | 'tasklet' | 'work' | 'around' | 'handler', string>>): string {
  const taken = (how: string): string =>
    ({
      irqsave:
        '\tspin_lock_irqsave(&net->ring_lock, flags);\n\ttake(net);\n\tspin_unlock_irqrestore(&net->ring_lock, flags);\n',
      bh: '\tspin_lock_bh(&net->ring_lock);\n\ttake(net);\n\tspin_unlock_bh(&net->ring_lock);\n',
      plain: '\tspin_lock(&net->ring_lock);\n\ttake(net);\n\tspin_unlock(&net->ring_lock);\n',
      not: '',
    })[how] ?? '';
  return `struct invented {
	spinlock_t ring_lock;
};

static void read_done(struct urb *urb)
{
	struct invented *net = urb->context;
	unsigned long flags;

${taken(complete)}	note(net);
}

static void refill(struct invented *net)
{
	unsigned long flags;

${taken(tasklet)}	note(net);
}

static void net_bh(struct tasklet_struct *t)
{
	struct invented *net = from_tasklet(net, t, bh);

	refill(net);
}

static void drain(struct invented *net)
{
	unsigned long flags;

${taken(work)}	note(net);
}

static void net_work(struct work_struct *work)
{
	struct invented *net = container_of(work, struct invented, work);

	${around === '' ? '' : `${around};\n\t`}drain(net);
}

static irqreturn_t net_irq(int irq, void *data)
{
	struct invented *net = data;

${taken(handler)}	return IRQ_HANDLED;
}

static int invented_probe(struct usb_interface *intf)
{
	INIT_WORK(&net->work, net_work);
	tasklet_setup(&net->bh, net_bh);
	usb_fill_bulk_urb(urb, dev, pipe, buf, len, read_done, net);
	request_irq(irq, net_irq, 0, "invented", net);
	return 0;
}

static void invented_disconnect(struct usb_interface *intf)
{
	cancel_work_sync(&net->work);
	tasklet_kill(&net->bh);
}
`;
}

describe('a lock that no longer keeps out who takes it too', () => {
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

  check('a work item with a plain lock, against the completion handler', {}, { work: 'plain' }, [
    'irq-unsafe-lock error',
  ]);
  check(
    'a work item that stops bottom halves: enough under HCD_BH',
    { tasklet: 'not' },
    { tasklet: 'not', work: 'bh' },
    [],
  );
  check('a tasklet with a plain lock: only a handler in hardirq comes in', {}, { tasklet: 'plain' }, [
    'irq-unsafe-lock warning',
  ]);
  check('a handler in hardirq that takes the lock too', { work: 'bh' }, { work: 'bh', handler: 'plain' }, [
    'irq-unsafe-lock error',
  ]);
  check('a completion handler with a plain lock: nobody interrupts it', {}, { complete: 'plain' }, []);
  check(
    'a plain lock where a caller has switched interrupts off',
    { around: 'local_irq_disable()' },
    { around: 'local_irq_disable()', work: 'plain' },
    [],
  );
  check('a plain lock that was there before', { work: 'plain' }, { work: 'plain', tasklet: 'bh' }, []);
  check('a lock that becomes safe', { work: 'plain' }, {}, []);
});

test('a tasklet that leaves interrupts on is unsafe where a host controller gives back in hardirq', () => {
  const hazards = hazardsIn(PATH, driver({}), driver({ tasklet: 'bh' }));
  expect(hazards.map(({ severity }) => severity)).toEqual(['warning']);
  expect(hazards[0]?.because).toContain('ohci, uhci or musb, and not with xhci, ehci or dwc2');
});

test('the trace goes from both entries to the lock', () => {
  const [hazard] = hazardsIn(PATH, driver({}), driver({ work: 'plain' }));
  expect(hazard?.trace).toEqual([
    'work queue:',
    'net_work',
    'drain',
    'spin_lock(&net->ring_lock) with bottom halves on',
    'a softirq on the same CPU',
    '__usb_hcd_giveback_urb:',
    'read_done',
    'spin_lock_irqsave(&net->ring_lock): same CPU, spins for ever',
  ]);
  expect(hazard?.where?.file).toBe(PATH);
});
