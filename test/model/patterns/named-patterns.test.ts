import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

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
check(
  'work is done in the completion handler',
  inFunction('tasklet_schedule(&tp->tl);'),
  inFunction('handle_now(tp);'),
  'P09',
);
check('work is put off', inFunction('handle_now(tp);'), inFunction('queue_work(tp->wq, &tp->work);'), 'P09');
check(
  'the URBs in flight are counted',
  inFunction('send(tp);'),
  inFunction('atomic_inc(&tp->tx_inflight);\n\tsend(tp);'),
  'P14',
);
check(
  'a condition of the number of requests',
  'static int qlen(struct gadget *g)\n{\n\treturn g->speed == SUPER ? 10 : 2;\n}\n',
  'static int qlen(struct gadget *g)\n{\n\treturn g->speed >= SUPER ? 10 : 2;\n}\n',
  'P14',
);
check(
  'interrupts are gathered',
  inFunction('start(tp);'),
  inFunction('netdev_sw_irq_coalesce_default_on(tp->netdev);\n\tstart(tp);'),
  'P18',
);
check(
  'the size of commands, by a call',
  inFunction('set(sdev);'),
  inFunction('blk_queue_max_hw_sectors(sdev->request_queue, 2048);\n\tset(sdev);'),
  'P20',
);
check(
  'a mapping that is left out',
  inFunction('dma_map_single(dev, buf, len, dir);'),
  inFunction('if (!tp->bounced)\n\t\tdma_map_single(dev, buf, len, dir);'),
  'P13',
);
check('NAPI', inFunction('netif_rx(skb);'), inFunction('napi_gro_receive(&tp->napi, skb);'), 'P22');
check(
  'an URB without an interrupt',
  inFunction('urb->transfer_flags = 0;'),
  inFunction('urb->transfer_flags = URB_NO_INTERRUPT;'),
  'P24',
);
check(
  'interrupts off around complete()',
  inFunction('local_irq_save(flags);\n\turb->complete(urb);'),
  inFunction('urb->complete(urb);'),
  'P26',
);
check(
  'a loop until nothing is left',
  inFunction('work(bh);'),
  inFunction('work(bh);\n\tif (more(bh))\n\t\tgoto restart;'),
  'P27',
);
check(
  'the next transfer is started first',
  inFunction('musb_giveback(musb, urb, status);\n\tmusb_start_urb(musb, 1, qh);'),
  inFunction('musb_start_urb(musb, 1, qh);\n\tmusb_giveback(musb, urb, status);'),
  'P28',
);
check(
  'polling instead of waiting',
  inFunction('wait_for_completion(&tp->done);'),
  inFunction('while (!ready(tp))\n\t\tcpu_relax();'),
  'P29',
);
check(
  'power saving',
  inFunction('set(tp);'),
  inFunction('usb_enable_autosuspend(tp->udev);\n\tset(tp);'),
  'P30',
);
check(
  'only the layout of code',
  inFunction('if (tp->idle)\n\t\tstop(tp);'),
  inFunction('if (unlikely(tp->idle))\n\t\tstop(tp);'),
  'P32',
);
check(
  'the layout of code, and something else',
  inFunction('if (tp->idle)\n\t\tstop(tp);'),
  inFunction('if (unlikely(tp->busy))\n\t\tstop(tp);'),
  null,
);
check(
  'a queue that is stopped earlier',
  inFunction('send(tp);\n\tcount(tp);\n\tnetif_stop_queue(tp->netdev);'),
  inFunction('netif_stop_queue(tp->netdev);\n\tsend(tp);\n\tcount(tp);'),
  'P33',
);
check(
  'several packets in one transfer',
  inFunction('tp->max = 1;'),
  inFunction('tp->max = tp->max_pkts_per_xfer;'),
  'P34',
);
check(
  'a copy that is avoided',
  inFunction('memcpy(buf, from, len);'),
  inFunction('sg_set_buf(sg, from, len);'),
  'P35',
);
check(
  'a thread for another interrupt',
  inFunction('set(tp);'),
  inFunction('devm_request_threaded_irq(dev, irq, a, b, 0, "a", tp);\n\tset(tp);'),
  'P05',
);
check('something without a name', inFunction('tp->a = 1;'), inFunction('tp->a = 2;'), null);
check('a constant with another name', '#define LIMIT 4\nint a;\n', '#define LIMIT 10\nint a;\n', null);

test('what it was and what it is can be read', () => {
  const { unmodelled } = modelOf(
    PATH,
    '#define RTL8152_MAX_RX 4\nint a;\n',
    '#define RTL8152_MAX_RX 10\nint a;\n',
  );
  expect(unmodelled[0]?.why).toBe(
    "number of URBs (P14): RTL8152_MAX_RX 4 → 10, line 1; it is a figure of a device's file in config/devices, " +
      'and the model has no parameter for it',
  );
});

test('the mode of a DMA engine is told where the controller has one', () => {
  const whyOf = (path: string): string | undefined =>
    modelOf(
      path,
      inFunction('n_bds = 1;'),
      inFunction('n_bds = 1;\n\tif (length > maxpacket)\n\t\tis_rndis = 1;'),
    ).unmodelled[0]?.why;
  expect(whyOf('drivers/usb/musb/cppi_dma.c')).toContain('mode of a DMA engine (P38): +is_rndis');
  expect(whyOf(PATH)).not.toContain('(P38)');
});

test('the FIFO of a controller is told, that of a serial port is not', () => {
  const why = (path: string): string | undefined =>
    modelOf(path, inFunction('set(tp);'), inFunction('resize(tp, tx_fifo_size);\n\tset(tp);')).unmodelled[0]
      ?.why;
  expect(why('drivers/usb/musb/musb_core.c')).toContain('(P31)');
  expect(why('drivers/usb/serial/mxuport.c')).not.toContain('(P31)');
});
