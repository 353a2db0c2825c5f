import { isSince, type Kernel } from './era.ts';
import type { Hcd, ModelChange } from './hcd.ts';

/**
 * The first release in which uvcvideo takes ordinary memory for its URBs, dma_alloc_noncontiguous() and a sync for each;
 * before it was usb_alloc_coherent(). Source: usb-model, section 2.3; the day is that of the tag.
 */
const NONCONTIGUOUS = { version: '5.13', day: '2021-06-27' };

/** Whether a change is about where headers are read. */
export function isOfHeaders({ kind }: Pick<ModelChange, 'kind'>): boolean {
  return kind === 'header-cached' || kind === 'header-uncached';
}

/** A side of a series that changes how headers are read, with the memory that uvcvideo's URBs had in its kernel. */
export function withUvcBuffers(hcd: Hcd, changes: readonly ModelChange[], kernel: Kernel | null): Hcd {
  const isTold = changes.some(({ kind }) => kind === 'buffers-cached' || kind === 'buffers-coherent');
  if (kernel === null || isTold || !changes.some(isOfHeaders)) return hcd;
  return { ...hcd, buffers: { kind: isSince(kernel, NONCONTIGUOUS) ? 'cached' : 'coherent' } };
}
