import { describe, expect, test } from 'vitest';
import { surveyTree } from '../../src/model/survey-tree.ts';
import { driverTree } from './driver-tree.ts';
import { memoryTree, parseC } from './memory-tree.ts';
import { PROFILES } from './series-of.ts';

const STRANGER = 'drivers/usb/host/odd-hcd.c';
const GADGET = 'drivers/usb/gadget/udc/odd_udc.c';
const FILES = {
  ...driverTree({ flags: 'HCD_USB3', style: 'dropped' }),
  [STRANGER]:
    'static const struct hc_driver odd_hc_driver = {\n\t.irq = odd_irq,\n\t.flags = HCD_USB2 | HCD_BH,\n};\n',
  [GADGET]: `static void odd_done(struct odd *odd, struct request *req)
{
	spin_unlock(&odd->lock);
	usb_gadget_giveback_request(odd->ep, req);
	spin_lock(&odd->lock);
}
`,
};

describe('all host drivers of a tree', () => {
  const survey = surveyTree({ tree: memoryTree(FILES), parseC }, PROFILES);

  test('are those that have a profile, and the rest of the profiles are absent', () => {
    expect(survey.drivers.map(({ profile }) => profile.driver)).toEqual(['xhci']);
    expect(survey.absent).toHaveLength(PROFILES.length - 1);
    expect(survey.core?.era).toBe('E3');
  });

  test('are found by their structures, too, with the flag and without', () => {
    expect(survey.structures).toMatchObject([
      { name: 'odd_hc_driver', path: STRANGER, hcdBh: true, driver: null },
      { name: 'xhci_hc_driver', hcdBh: false, driver: 'xhci' },
    ]);
  });

  test('give back, and so do gadgets', () => {
    expect(survey.givebacks.map(({ path, style }) => [path, style])).toEqual([
      [GADGET, 'dropped'],
      ['drivers/usb/host/xhci-ring.c', 'dropped'],
    ]);
  });
});
