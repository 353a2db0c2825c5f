import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const USBNET = 'drivers/net/usb/usbnet.c';

const QUEUED = `static void rx_process(struct usbnet *dev, struct sk_buff *skb)
{
	if (!fix_up(dev, skb))
		goto done;

	if (is_split(dev))
		goto done;
	usbnet_skb_return(dev, skb);
	return;

done:
	skb_queue_tail(&dev->done, skb);
}

static void usbnet_bh(struct usbnet *dev)
{
	struct skb_data *entry;
	struct sk_buff *skb;

	while ((skb = skb_dequeue(&dev->done))) {
		switch (entry->state) {
		case rx_done:
			entry->state = rx_cleanup;
			rx_process(dev, skb);
			continue;
		case rx_cleanup:
			free_both(entry, skb);
			continue;
		}
	}
}
`;
const DIRECT = QUEUED.replace('static void rx_process', 'static int rx_process')
  .replaceAll('\t\tgoto done;', '\t\treturn 1;')
  .replace('\treturn;\n\ndone:\n\tskb_queue_tail(&dev->done, skb);\n', '\treturn 0;\n')
  .replace(
    '\t\t\tentry->state = rx_cleanup;\n\t\t\trx_process(dev, skb);',
    '\t\t\tif (rx_process(dev, skb))\n\t\t\t\tgoto cleanup;',
  )
  .replace('\t\tcase rx_cleanup:\n', '\t\tcase rx_cleanup:\ncleanup:\n');

test('an skb that is no longer queued again takes two locks less', () => {
  const { changes, unmodelled, before, after } = modelOf(USBNET, QUEUED, DIRECT);
  expect(changes.map(({ kind, evidence }) => [kind, evidence])).toEqual([
    ['skb-queueing-removed', 'skb_queue_tail(&dev->done, skb);'],
  ]);
  expect(unmodelled).toEqual([]);
  expect([before.skbLockPairs, after.skbLockPairs]).toEqual([4, 2]);
});

test('the reverse is seen', () => {
  const { changes, before, after } = modelOf(USBNET, DIRECT, QUEUED);
  expect(changes.map(({ kind }) => kind)).toEqual(['skb-queueing-added']);
  expect([before.skbLockPairs, after.skbLockPairs]).toEqual([2, 4]);
});

test('what else changes with it is not explained by it', () => {
  const { unmodelled } = modelOf(
    USBNET,
    QUEUED,
    DIRECT.replace('free_both(entry, skb)', 'free_later(entry, skb)'),
  );
  expect(unmodelled).toHaveLength(1);
});

test('another queue is another matter', () => {
  const other = (call: string): string => `static void rx_defer(struct usbnet *dev)\n{\n\t${call}\n}\n`;
  const { changes, unmodelled } = modelOf(
    USBNET,
    other('skb_queue_tail(&dev->rxq, skb);'),
    other('drop(skb);'),
  );
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
});
