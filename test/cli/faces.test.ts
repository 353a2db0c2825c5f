import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { giveback, threadFile } from './giveback.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-faces-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = threadFile('xhci-flag-forgotten');

describe('--format', () => {
  test.each([
    ['html', /^<!doctype html>/],
    ['markdown', /^<!-- giveback:v1 key=/],
    ['mail', /^From: giveback </],
    ['sarif', /"version": "2\.1\.0"/],
    ['b4', /"tool": "giveback"/],
    ['patchwork', /"context": "giveback"/],
  ])('%s is written whole to --out', (format, begins) => {
    const out = join(folder, `report.${format}`);
    const ran = giveback(['evaluate', path, '--samples', '8', '--format', format, '--out', out]);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(out, 'utf8')).toMatch(begins);
  });

  test('a mail that may not be sent says which rule it breaks, on stderr', () => {
    const unaddressed = readFileSync(path, 'utf8').replace(
      'Rolf Ring <rolf@ring.example.org>\nTo',
      'Rolf Ring\nTo',
    );
    const file = join(folder, 'unaddressed.mbox');
    writeFileSync(file, unaddressed);
    const ran = giveback(['evaluate', file, '--samples', '8', '--format', 'mail']);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/not to be sent: M1 .*To is missing/);
  });
});

describe('--explain', () => {
  test('tells fit, interval and what decides, by number or id', () => {
    const byNumber = giveback(['evaluate', path, '--samples', '16', '--explain', '1']);
    expect(byNumber).toMatchObject({ code: 0, stderr: '' });
    expect(byNumber.stdout).toMatch(/calibration +deviceNs \(.*\) to the figure before, 142/);
    expect(byNumber.stdout).toMatch(/16 pairs of runs/);
    expect(giveback(['evaluate', path, '--samples', '16', '--explain', 'c1']).stdout).toBe(byNumber.stdout);
  });

  test('a claim that is not there is named', () => {
    const ran = giveback(['evaluate', path, '--samples', '8', '--explain', '9']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('there is no claim 9');
  });
});

/** As much of a tree of our own writing as the patch of the thread touches. */
const SOURCES: Readonly<Record<string, string>> = {
  'drivers/usb/host/xhci-ring.c': `${'\n'.repeat(632)}
static void xhci_giveback_urb_in_irq(struct xhci_hcd *xhci,
		struct urb *urb, int status)
{
	struct usb_hcd *hcd = bus_to_hcd(urb->dev->bus);


	release_td_list(urb);
	usb_hcd_unlink_urb_from_ep(hcd, urb);
	spin_unlock(&xhci->lock);
	note_giveback(urb);
	usb_hcd_giveback_urb(hcd, urb, status);
	spin_lock(&xhci->lock);
}

static void forget_bounce_buffer(struct xhci_hcd *xhci)
{
}
`,
  'drivers/usb/host/xhci.c': `static const struct hc_driver xhci_hc_driver = {
	.irq =		xhci_irq,
	.flags =	HCD_MEMORY | HCD_USB3 | HCD_SHARED,
};
`,
};

describe('--tree', () => {
  test('reads the driver in the sources, before and after the patch', () => {
    const tree = join(folder, 'linux');
    for (const [name, text] of Object.entries(SOURCES)) {
      mkdirSync(dirname(join(tree, name)), { recursive: true });
      writeFileSync(join(tree, name), text);
    }
    const { model } = JSON.parse(giveback(['model', path, '--json', '--tree', tree]).stdout);
    expect(model).toMatchObject({
      driver: 'xhci',
      source: 'tree',
      before: { giveback: { lockDropped: true } },
      after: { giveback: { lockDropped: false, lockHeld: true } },
      hazards: [{ kind: 'self-deadlock', severity: 'error' }],
    });
  });

  test('a tree that the series is not for leaves the diff to speak', () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { model } = JSON.parse(giveback(['model', path, '--json', '--tree', empty]).stdout);
    expect(model.source).toBe('diff');
  });
});
