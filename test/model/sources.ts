/** Sources of an invented host-controller driver, in the manner of a kernel one. */

export const XHCI_RING = 'drivers/usb/host/xhci-ring.c';
export const XHCI = 'drivers/usb/host/xhci.c';

const HEAD = `/* Rings of a controller that does not exist. */
#include <linux/usb/hcd.h>

static unsigned int ring_slots(struct ring *ring)
{
	return ring->end - ring->start;
}

`;

const DROP = { before: '\tspin_unlock(&xhci->lock);\n', after: '\tspin_lock(&xhci->lock);\n' };

/** The giveback function, with the lock dropped around the call or held. */
export function givebackSource(style: 'dropped' | 'held', name = 'xhci_giveback_urb_in_irq'): string {
  const { before, after } = style === 'dropped' ? DROP : { before: '', after: '' };
  return `${HEAD}static void ${name}(struct xhci_hcd *xhci,
				struct done_list *done, int status)
{
	struct urb *urb = done->urb;
	struct usb_hcd *hcd = bus_to_hcd(urb->dev->bus);

	forget_private_part(urb);
	usb_hcd_unlink_urb_from_ep(hcd, urb);
${before}	usb_hcd_giveback_urb(hcd, urb, status);
${after}	note_done(xhci);
}
`;
}

/** The driver's struct hc_driver with these flags. */
export function driverSource(flags: string, name = 'xhci_hc_driver'): string {
  return `${HEAD}static const struct hc_driver ${name} = {
	.description =		"invented",
	.hcd_priv_size =	sizeof(struct xhci_hcd),

	/*
	 * what it can do
	 */
	.irq =			xhci_irq,
	.flags =		${flags},

	.start =		xhci_run,
	.urb_enqueue =		xhci_urb_enqueue,
};
`;
}
