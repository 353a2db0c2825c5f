import { expect, test } from 'vitest';
import { XHCI_RING } from '../sources.ts';
import { hazardsIn, namesIn } from './hazards-in.ts';

const driver = (
  behind: string,
  isDropped = true,
): string => `static void hand_back(struct xhci_hcd *xhci, struct urb *urb)
{
	struct endpoint *ep = urb->hcpriv;
	int speed = urb->dev->speed;

	count(ep);
${isDropped ? '\tspin_unlock(&xhci->lock);\n' : ''}	usb_hcd_giveback_urb(hcd, urb, 0);
${isDropped ? '\tspin_lock(&xhci->lock);\n' : ''}	note(xhci, speed);
${behind}	done(xhci);
}
`;

const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
  test(name, () => {
    expect(namesIn(XHCI_RING, before, after).filter((hazard) => hazard.startsWith('stale'))).toEqual(
      expected,
    );
  });
};

check('a pointer that was looked up before the lock was free', driver(''), driver('\tep->busy = 0;\n'), [
  'stale-pointer warning',
]);
check('the URB after its giveback', driver('', false), driver('\tlog_length(urb->actual_length);\n', false), [
  'stale-pointer warning',
]);
check('a pointer that is looked up again', driver(''), driver('\tep = find(xhci);\n\tep->busy = 0;\n'), []);
check('a pointer under a lock that stays held', driver('', false), driver('\tep->busy = 0;\n', false), []);
check('a drop around a use that was there', driver('\tep->busy = 0;\n', false), driver('\tep->busy = 0;\n'), [
  'stale-pointer warning',
]);

test('it names the pointer and the line', () => {
  const [hazard] = hazardsIn(XHCI_RING, driver(''), driver('\tep->busy = 0;\n')).filter(
    ({ kind }) => kind === 'stale-pointer',
  );
  expect(hazard?.because).toContain('hand_back() uses ep after the giveback');
  expect(hazard?.where).toEqual({ file: XHCI_RING, line: 11 });
});
