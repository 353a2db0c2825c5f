import { expect, test } from 'vitest';
import { XHCI_RING } from '../sources.ts';
import { namesIn } from './hazards-in.ts';

const DROP = ['\tspin_unlock(&xhci->lock);\n', '\tspin_lock(&xhci->lock);\n'] as const;

/** A giveback function and one that calls it for all transfers of an endpoint. */
const driver = (
  isDropped: boolean,
  walk: string,
  behind = '',
): string => `static void hand_back(struct xhci_hcd *xhci, struct urb *urb)
{
${isDropped ? DROP[0] : ''}	usb_hcd_giveback_urb(hcd, urb, 0);
${isDropped ? DROP[1] : ''}}

static void hand_back_all(struct xhci_hcd *xhci, struct endpoint *ep)
{
	struct transfer *one, *next;

	${walk} {
		hand_back(xhci, one->urb);
${behind}	}
}
`;
const WALK = 'list_for_each_entry_safe(one, next, &ep->done, list)';

const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
  test(name, () => {
    expect(namesIn(XHCI_RING, before, after).filter((hazard) => hazard.startsWith('list'))).toEqual(expected);
  });
};

check('a drop below a walk over a list', driver(false, WALK), driver(true, WALK), ['list-iteration warning']);
check('a walk around a drop', driver(true, 'if (ep)'), driver(true, WALK), ['list-iteration warning']);
check(
  'a loop that takes the head anew',
  driver(false, 'while (!list_empty(&ep->done))'),
  driver(true, 'while (!list_empty(&ep->done))'),
  [],
);
check(
  'a walk that starts again',
  driver(false, WALK, '\t\tgoto restart;\n'),
  driver(true, WALK, '\t\tgoto restart;\n'),
  [],
);
check('a walk that was like this', driver(true, WALK), driver(true, WALK, '\t\tcount(ep);\n'), []);
check('a drop that goes', driver(true, WALK), driver(false, WALK), []);
