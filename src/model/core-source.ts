import { codeOf, findCalls } from './c-calls.ts';
import type { Era } from './hcd.ts';
import { type KnownSources, noneKnown, readOnce } from './known-sources.ts';
import type { SourceFunction } from './source-file.ts';
import type { SourceTree } from './source-tree.ts';

/** What usbcore's sources say of the giveback. */
export interface CoreSource {
  readonly era: Era;
  /** usb_add_hcd() asks for a threaded handler, for every driver whose interrupt goes through usb_hcd_irq(). */
  readonly isHcdIrqThreaded: boolean;
}

const HCD = 'drivers/usb/core/hcd.c';

/**
 * Reads usbcore's hcd.c: the version in a tree's name says little, for stable and vendor kernels carry backports. Null
 * when the tree has no such file, or none with a giveback.
 * Source: usb-model, section 1.2
 */
export function readCore(tree: SourceTree, known: KnownSources = noneKnown()): CoreSource | null {
  const text = tree.read(HCD);
  if (text === null) return null;
  const { functions: all } = readOnce({ path: HCD, text }, known);
  const functions = new Map(all.map((one) => [one.name, one]));
  const era = eraIn(functions);
  const request = functions.get('usb_hcd_request_irqs');
  return era && { era, isHcdIrqThreaded: request?.callees.has('request_threaded_irq') ?? false };
}

function eraIn(functions: ReadonlyMap<string, SourceFunction>): Era | null {
  const deferred = functions.get('usb_giveback_urb_bh');
  const giveback = functions.get('__usb_hcd_giveback_urb') ?? functions.get('usb_hcd_giveback_urb');
  if (giveback === undefined) return null;
  if (deferred === undefined) return 'E0';
  if (giveback.callees.has('local_irq_save')) return 'E1';
  if (restarts(deferred)) return 'E2';
  return [...functions.values()].some(setsUpWork) ? 'E4' : 'E3';
}

/** The loop starts again, until nothing is left, instead of asking to be run again. */
function restarts({ text }: SourceFunction): boolean {
  const { tokens } = codeOf(text.split('\n'));
  return tokens.some((token, at) => token.text === 'goto' && tokens[at + 1]?.text === 'restart');
}

function setsUpWork({ text, callees }: SourceFunction): boolean {
  if (!callees.has('INIT_WORK')) return false;
  const calls = findCalls(codeOf(text.split('\n')), new Set(['INIT_WORK']));
  return calls.some(({ args }) => args[1] === 'usb_giveback_urb_bh');
}
