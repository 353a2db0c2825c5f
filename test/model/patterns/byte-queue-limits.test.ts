import { describe, expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const USBNET = 'drivers/net/usb/usbnet.c';

const PLAIN = `netdev_tx_t usbnet_start_xmit(struct sk_buff *skb, struct net_device *net)
{
	struct usbnet *dev = netdev_priv(net);

	if (submit_it(dev, skb) == 0) {
		queue_it(&dev->txq, skb);
		if (dev->txq.qlen >= TX_QLEN(dev))
			netif_stop_queue(net);
	}
	return NETDEV_TX_OK;
}

static void usbnet_bh(struct usbnet *dev)
{
	struct skb_data *entry;
	struct sk_buff *skb;

	while ((skb = skb_dequeue(&dev->done))) {
		switch (entry->state) {
		case tx_done:
			free_both(entry, skb);
			continue;
		}
	}
	if (dev->txq.qlen < TX_QLEN(dev))
		netif_wake_queue(dev->net);
}
`;
const SENT = PLAIN.replace(
  '\t\tqueue_it(&dev->txq, skb);\n',
  '\t\tqueue_it(&dev->txq, skb);\n\t\tnetdev_sent_queue(net, skb->len);\n',
);
const LIMITED = SENT.replace(
  '\tstruct skb_data *entry;\n',
  '\tunsigned int bytes = 0, packets = 0;\n\tstruct skb_data *entry;\n',
)
  .replace('\t\t\tfree_both', '\t\t\tbytes += skb->len;\n\t\t\tpackets++;\n\t\t\tfree_both')
  .replace(
    '\tif (dev->txq.qlen < ',
    '\tspin_lock_bh(&dev->bql_lock);\n\tnetdev_completed_queue(dev->net, packets, bytes);\n' +
      '\tspin_unlock_bh(&dev->bql_lock);\n\n\tif (dev->txq.qlen < ',
  );

describe('byte queue limits of usbnet', () => {
  test('come with the two calls that count, and the counting is explained by them', () => {
    const { changes, unmodelled, before, after } = modelOf(USBNET, PLAIN, LIMITED);
    expect(changes.map(({ kind, evidence }) => [kind, evidence])).toEqual([
      ['byte-queue-limits-added', 'netdev_sent_queue(net, skb->len);'],
    ]);
    expect(unmodelled).toEqual([]);
    expect([before.byteQueueLimits, after.byteQueueLimits]).toEqual([undefined, true]);
  });

  test('go with them', () => {
    const { changes, before, after } = modelOf(USBNET, LIMITED, PLAIN);
    expect(changes.map(({ kind }) => kind)).toEqual(['byte-queue-limits-removed']);
    expect([before.byteQueueLimits, after.byteQueueLimits]).toEqual([true, undefined]);
  });

  test('are not there with one of the calls alone, which would stall the queue', () => {
    const { changes, unmodelled } = modelOf(USBNET, PLAIN, SENT);
    expect(changes).toEqual([]);
    expect(unmodelled).not.toEqual([]);
  });

  test('of another driver are not usbnet`s', () => {
    expect(modelOf('drivers/net/usb/r8152.c', PLAIN, LIMITED).changes).toEqual([]);
  });

  test('do not explain a line that does something else as well', () => {
    const more = LIMITED.replace('\t\t\tpackets++;\n', '\t\t\tpackets++;\n\t\t\tretry_later(dev, entry);\n');
    const { changes, unmodelled } = modelOf(USBNET, PLAIN, more);
    expect(changes.map(({ kind }) => kind)).toEqual(['byte-queue-limits-added']);
    expect(unmodelled).toHaveLength(1);
  });

  test('that only move are no change', () => {
    const moved = LIMITED.replace('\t\tnetdev_sent_queue(net, skb->len);\n', '').replace(
      '\t\tqueue_it(&dev->txq, skb);\n',
      '\t\tnetdev_sent_queue(net, skb->len);\n\t\tqueue_it(&dev->txq, skb);\n',
    );
    expect(modelOf(USBNET, LIMITED, moved).changes).toEqual([]);
  });
});
