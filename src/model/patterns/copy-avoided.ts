import type { NamedPattern } from '../pattern.ts';
import { touching } from './named-pattern.ts';

const WORDS = new Set(
  ['sg_table', 'sg_alloc_table', 'sg_init_table', 'sg_set_buf', 'sg_set_page', 'num_sgs', 'use_sg'].concat([
    'vb2_dma_sg_memops',
    'vb2_dma_sg_plane_desc',
    'sg_supported',
  ]),
);

/** Data that is handed on where it lies instead of being copied. Not in usb-model */
export const copyAvoided: NamedPattern = {
  codes: ['P35'],
  what: 'copies avoided by scatter-gather',
  sets: 'bytes that the CPU copies',
  effect: 'CPU for each byte; throughput only where the CPU was full',
  hazards: ['H10'],
  notPlayed: 'a simulated class driver copies as its stock driver does',
  findNamed: touching((word) => WORDS.has(word)),
};
