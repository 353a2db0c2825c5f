import { isSince, type Kernel } from './era.ts';
import type { Model, ModelChange } from './hcd.ts';
import type { Release } from './hcd-profile.ts';
import { isOfQuirk } from './isoc-events.ts';
import { isOfHeaders } from './uvc-buffers.ts';

/** From here on we have read that XHCI_AVOID_BEI begins with every 32nd packet; before it was every eighth for a time. */
const ADAPTIVE: Release = { version: '6.1', day: '2022-12-11' };

/** Whether what a change does hangs on the kernel, and that one is not known. */
export function isUntoldIn(kernel: Kernel | null, change: ModelChange): boolean {
  if (isOfHeaders(change)) return kernel === null;
  return isOfQuirk(change) && (kernel === null || !isSince(kernel, ADAPTIVE));
}

/** Why such a change is not played. */
export function untoldOf(change: ModelChange): Model['unmodelled'][number] {
  const { file, from, to } = change;
  const what = isOfHeaders(change)
    ? 'no kernel is named, nor the memory of its URBs'
    : 'how often packets interrupt under XHCI_AVOID_BEI is known since 6.1';
  return { file: file ?? '', why: `${what}: ${from} → ${to}` };
}
