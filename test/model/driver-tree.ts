import { driverSource, givebackSource, XHCI, XHCI_RING } from './sources.ts';

export const CORE = 'drivers/usb/core/hcd.c';

/** What may differ from one made-up tree to the next. */
export interface TreeState {
  readonly flags?: string;
  readonly style?: 'dropped' | 'held';
  readonly request?: string;
  readonly core?: string;
}

const REQUEST = 'request_irq(irq, xhci_msi_irq, 0, "xhci_hcd", hcd)';

/** A host-controller driver that gives back as xhci does, in files of our own writing. */
export function driverTree({
  flags = 'HCD_USB3 | HCD_BH',
  style = 'held',
  request = REQUEST,
  core = coreSource(),
}: TreeState = {}): Record<string, string> {
  return {
    [CORE]: core,
    [XHCI]: `${driverSource(flags)}
static int xhci_urb_enqueue(struct usb_hcd *hcd, struct urb *urb)
{
	unsigned long flags;

	spin_lock_irqsave(&xhci->lock, flags);
	queue_transfer(urb);
	spin_unlock_irqrestore(&xhci->lock, flags);
	return 0;
}

static int xhci_setup_line(struct usb_hcd *hcd, int irq)
{
	hcd->self.sg_tablesize = ~0;
	return ${request};
}
`,
    [XHCI_RING]: `${givebackSource(style)}
static void give_up_everything(struct xhci_hcd *xhci)
{
	xhci_giveback_urb_in_irq(xhci, xhci->done, -ESHUTDOWN);
}

static void xhci_died(struct xhci_hcd *xhci)
{
	give_up_everything(xhci);
}

static int handle_event(struct xhci_hcd *xhci)
{
	xhci_giveback_urb_in_irq(xhci, xhci->done, 0);
	return 1;
}

static int run_events(struct xhci_hcd *xhci)
{
	return handle_event(xhci);
}

irqreturn_t xhci_irq(struct usb_hcd *hcd)
{
	spin_lock(&xhci->lock);
	if (is_gone(xhci))
		xhci_died(xhci);
	while (run_events(xhci) > 0)
		;
	spin_unlock(&xhci->lock);
	return IRQ_HANDLED;
}

irqreturn_t xhci_msi_irq(int irq, void *hcd)
{
	return xhci_irq(hcd);
}
`,
  };
}

/** usbcore with a tasklet that takes its list once. */
export function coreSource({ giveback = '', deferred = '', setup = '' } = {}): string {
  return `static void __usb_hcd_giveback_urb(struct urb *urb)
{
	${giveback}
	urb->complete(urb);
}

static void usb_giveback_urb_bh(struct tasklet_struct *t)
{
	${deferred}
	give_all(t);
}

static void init_giveback_urb_bh(struct giveback_urb_bh *bh)
{
	${setup}
}
`;
}
