import { describe, expect, test } from 'vitest';
import { CORE, coreSource } from '../driver-tree.ts';
import { hazardsIn, namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';
const driver = (hand: string): string => `static void status_done(struct urb *urb)
{
	struct invented *net = urb->context;

	${hand}
	note(net);
}

static int invented_probe(struct usb_interface *intf)
{
	usb_fill_int_urb(urb, dev, pipe, buf, len, status_done, net, 1);
	return 0;
}
`;
const MASKED = 'local_irq_disable();\n\tgeneric_handle_irq(net->irq);\n\tlocal_irq_enable();';

describe('an interrupt that a completion handler hands on', () => {
  const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
    test(name, () => {
      expect(namesIn(PATH, driver(before), driver(after))).toEqual(expected);
    });
  };

  check('with interrupts on', '', 'generic_handle_irq(net->irq);', ['irqs-on-complete error']);
  check('with interrupts no longer off', MASKED, 'generic_handle_irq(net->irq);', ['irqs-on-complete error']);
  check('with interrupts off', '', MASKED, []);
});

test('usbcore no longer switches interrupts off around complete()', () => {
  const before = coreSource({ giveback: 'local_irq_save(flags);' });
  const [hazard] = hazardsIn(CORE, before, coreSource());
  expect([hazard?.kind, hazard?.severity]).toEqual(['irqs-on-complete', 'warning']);
  expect(hazard?.because).toContain('rt2x00usb, lan78xx and dln2');
});

test('usbcore switches them off again', () => {
  expect(namesIn(CORE, coreSource(), coreSource({ giveback: 'local_irq_save(flags);' }))).toEqual([]);
});
