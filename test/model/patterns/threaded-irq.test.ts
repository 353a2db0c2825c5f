import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const EHCI = 'drivers/usb/host/ehci-invented.c';
const source = (request: string): string => `static int ehci_line(struct usb_hcd *hcd, int line)
{
	int ret;

	ret = ${request};
	if (ret)
		return ret;
	return 0;
}
`;
const HARD = 'request_irq(line, ehci_irq, IRQF_SHARED, "ehci", hcd)';
const THREADED =
  'request_threaded_irq(line, NULL, ehci_irq,\n\t\t\t\t   IRQF_SHARED | IRQF_ONESHOT, "ehci", hcd)';

const check = (name: string, before: string, after: string, kinds: readonly string[]): void => {
  test(name, () => {
    const { changes, unmodelled } = modelOf(EHCI, source(before), source(after));
    expect(changes.map(({ kind }) => kind)).toEqual(kinds);
    expect(unmodelled).toEqual([]);
  });
};

check('a handler becomes threaded', HARD, THREADED, ['irq-threaded']);
check('a threaded handler becomes hard', THREADED, HARD, ['irq-unthreaded']);
check(
  'a managed request is the same',
  `devm_${HARD.replace('(line', '(dev, line')}`,
  `devm_${THREADED.replace('(line', '(dev, line')}`,
  ['irq-threaded'],
);
check(
  'a threaded request without a thread function is hard',
  HARD,
  'request_threaded_irq(line, ehci_irq, NULL, IRQF_SHARED, "ehci", hcd)'.replace(
    'request_threaded_irq(line, ehci_irq, NULL,',
    'request_irq(line, ehci_irq,\n\t\t',
  ),
  [],
);
check(
  'a thread function that appears makes it threaded',
  'request_threaded_irq(line, ehci_irq, NULL, 0, "ehci", hcd)',
  'request_threaded_irq(line, ehci_irq, ehci_thread, 0, "ehci", hcd)',
  ['irq-threaded'],
);
check('the line broken elsewhere is no change', THREADED, THREADED.replaceAll('\n', ' '), []);

test('both ends of the change name the handler', () => {
  const [change] = modelOf(EHCI, source(HARD), source(THREADED)).changes;
  expect(change?.from).toBe('ehci_irq in hardirq');
  expect(change?.to).toBe('ehci_irq in an IRQ thread');
});

test('the interrupt runs threaded after it', () => {
  const { before, after } = modelOf(EHCI, source(HARD), source(THREADED), { date: '2013-06-20T00:00:00Z' });
  expect([before.irq.type, after.irq.type]).toEqual(['hard', 'threaded']);
  expect([before.giveback.context, after.giveback.context]).toEqual(['hardirq', 'threaded-irq']);
});
