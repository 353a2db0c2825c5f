import { expect, test } from 'vitest';
import { modelOf } from './series-of.ts';

const PATH = 'drivers/net/usb/r8152.c';
const inFunction = (body: string): string =>
  `static void work_on(struct r8152 *tp)\n{\n\tint first;\n\n\t${body}\n\n\tlast(tp);\n}\n`;

const check = (name: string, before: string, after: string, expected: string | null): void => {
  test(name, () => {
    const { changes, unmodelled } = modelOf(PATH, before, after);
    expect(changes).toEqual([]);
    const why = unmodelled[0]?.why ?? '';
    expect(/\((P\d\d)\)/.exec(why)?.[1] ?? null).toBe(expected);
    expect(unmodelled).toHaveLength(1);
  });
};

check(
  'a tasklet becomes a work item',
  inFunction('tasklet_schedule(&tp->tl);'),
  inFunction('schedule_work(&tp->work);'),
  'P07',
);
check(
  'a work item becomes a tasklet',
  inFunction('schedule_work(&tp->work);'),
  inFunction('tasklet_schedule(&tp->tl);'),
  'P07',
);
check(
  'a tasklet becomes a BH work item',
  inFunction('tasklet_schedule(&tp->tl);'),
  inFunction('queue_work(system_bh_wq, &tp->work);'),
  'P08',
);
check(
  'a tasklet gets another priority',
  inFunction('tasklet_schedule(&tp->tl);'),
  inFunction('tasklet_hi_schedule(&tp->tl);'),
  'P10',
);
check(
  'a mapping is kept',
  inFunction('use(urb);'),
  inFunction('dma_sync_single_for_cpu(dev, a, b, c);\n\tuse(urb);'),
  'P13',
);
check(
  'the number of URBs',
  '#define RTL8152_MAX_RX\t4\nint a;\n',
  '#define RTL8152_MAX_RX\t10\nint a;\n',
  'P14',
);
check(
  'the number of URBs in flight',
  inFunction('dev->rx_qlen = 4;'),
  inFunction('dev->rx_qlen = 60;'),
  'P14',
);
check(
  'the size of URBs',
  inFunction('dev->rx_urb_size = 2048;'),
  inFunction('dev->rx_urb_size = 16384;'),
  'P15',
);
check(
  'an allocation may sleep',
  inFunction('usb_submit_urb(urb, GFP_ATOMIC);'),
  inFunction('usb_submit_urb(urb, GFP_KERNEL);'),
  'P17',
);
check(
  'the size of storage commands',
  inFunction('host->max_sectors = 240;'),
  inFunction('host->max_sectors = 2048;'),
  'P20',
);
check(
  'a feature of the network device',
  inFunction('netdev->features |= NETIF_F_SG;'),
  inFunction('netdev->features |= NETIF_F_SG | NETIF_F_TSO;'),
  'P23',
);
check(
  'a lock no longer saves the interrupt state',
  inFunction('spin_lock_irqsave(&tp->lock, flags);'),
  inFunction('spin_lock(&tp->lock);'),
  'P25',
);
check('something without a name', inFunction('tp->a = 1;'), inFunction('tp->a = 2;'), null);
check('a constant with another name', '#define LIMIT 4\nint a;\n', '#define LIMIT 10\nint a;\n', null);

test('what it was and what it is can be read', () => {
  const { unmodelled } = modelOf(
    PATH,
    '#define RTL8152_MAX_RX 4\nint a;\n',
    '#define RTL8152_MAX_RX 10\nint a;\n',
  );
  expect(unmodelled[0]?.why).toBe('number of URBs (P14): RTL8152_MAX_RX 4 → 10, line 1');
});
