import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing, either, touching } from './named-pattern.ts';

/** Who maps a transfer, which device it is mapped for, and when. */
const MAPPING = new Set(
  ['map_urb_for_dma', 'unmap_urb_for_dma', 'usb_gadget_map_request', 'usb_gadget_unmap_request'].concat(
    [
      'usb_gadget_map_request_by_dev',
      'usb_gadget_unmap_request_by_dev',
      'dma_map_single',
      'dma_unmap_single',
    ],
    ['dma_map_sg', 'dma_unmap_sg', 'dma_max_mapping_size', 'scsi_add_host_with_dma'],
  ),
);

/** A mapping that is kept and synchronised, left out, or made for another device. Source: usb-model, P13 */
export const dmaSync: NamedPattern = {
  codes: ['P13'],
  what: 'DMA mapping of transfers',
  sets: 'mapping for each URB',
  effect: 'the cost of a mapping for each URB: small, and large behind an IOMMU or a bounce buffer',
  hazards: ['H10'],
  notPlayed: 'the simulator maps each URB of cached memory, and the model has no parameter for it',
  findNamed: either(
    comingOrGoing((word) => word.startsWith('dma_sync_')),
    touching((word) => MAPPING.has(word)),
  ),
};
