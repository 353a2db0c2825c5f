import { callPath, type Functions, functionsBelow, functionsByName } from './call-paths.ts';
import { readSource } from './source-file.ts';
import type { SourceTree } from './source-tree.ts';

/** What one kind of URB of a class driver does in complete(). */
export interface ClassDriver {
  /** As a report names it. */
  readonly name: string;
  /** The completion handler, and what it calls on the way to usb_submit_urb(). */
  readonly handler: readonly string[];
  readonly resubmits: boolean;
}

interface Known extends ClassDriver {
  readonly file: string;
}

/**
 * Class drivers of Linux 6.1, the commonest first. Of r8152 the interrupt URB is submitted again in complete() and the
 * bulk URBs from NAPI; usb-storage only signals a completion.
 * Source: usb-model, section 1.4, Coccinelle over 6.1; the files that are named
 */
const CLASS_DRIVERS: readonly Known[] = [
  known('hid', 'drivers/hid/usbhid/hid-core.c', ['hid_irq_in']),
  known('hub', 'drivers/usb/core/hub.c', ['hub_irq', 'hub_resubmit_irq_urb']),
  known('uvcvideo', 'drivers/media/usb/uvc/uvc_video.c', ['uvc_video_complete', 'uvc_submit_urb']),
  known('usbnet', 'drivers/net/usb/usbnet.c', ['rx_complete', 'rx_submit']),
  known('snd-usb-audio', 'sound/usb/endpoint.c', ['snd_complete_urb']),
  known('the interrupt URB of r8152', 'drivers/net/usb/r8152.c', ['intr_callback']),
  {
    ...known('usb-storage', 'drivers/usb/storage/transport.c', ['usb_stor_blocking_completion']),
    resubmits: false,
  },
  { ...known('the bulk URBs of r8152', 'drivers/net/usb/r8152.c', ['read_bulk_callback']), resubmits: false },
];

/** Calls below a completion handler that are followed to usb_submit_urb(). */
const DEPTH_MAX = 3;

/**
 * What is known of class drivers, and where a tree has their files, what those say: the way to usb_submit_urb() as it is
 * there, and none where there is none. A handler that takes another way for a short or failed transfer only, as r8152's
 * does, is left as it is known.
 */
export function classDriversIn(tree: SourceTree | null): readonly ClassDriver[] {
  return CLASS_DRIVERS.map((driver) => {
    const text = driver.resubmits ? (tree?.read(driver.file) ?? null) : null;
    return text === null ? driver : asRead(driver, text);
  });
}

/** The names of those that submit again from complete(), for a sentence. */
export function namesThatBite(drivers: readonly ClassDriver[]): string {
  return listed(drivers.filter(({ resubmits }) => resubmits));
}

/** The names of those that do not. */
export function namesThatDoNot(drivers: readonly ClassDriver[]): string {
  return listed(drivers.filter(({ resubmits }) => !resubmits));
}

/** The handler, and the calls to usb_submit_urb(), of the first one that submits again. */
export function firstThatBites(drivers: readonly ClassDriver[]): readonly string[] {
  return drivers.find(({ resubmits }) => resubmits)?.handler ?? [];
}

function known(name: string, file: string, handler: readonly string[]): Known {
  return { name, file, handler, resubmits: true };
}

function asRead(driver: Known, text: string): ClassDriver {
  const functions = functionsByName(readSource(driver.file, text, new Set()).functions);
  const [from = ''] = driver.handler;
  if (!functions.has(from)) return driver;
  const way = wayToSubmit(functions, from);
  return { ...driver, handler: way ?? driver.handler, resubmits: way !== null };
}

function wayToSubmit(functions: Functions, from: string): readonly string[] | null {
  const submitting = functionsBelow(functions, from, DEPTH_MAX).find(({ callees }) =>
    callees.has('usb_submit_urb'),
  );
  return submitting ? callPath(functions, { from, to: submitting.name, isOpen: () => true }) : null;
}

function listed(drivers: readonly ClassDriver[]): string {
  const names = drivers.map(({ name }) => name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
