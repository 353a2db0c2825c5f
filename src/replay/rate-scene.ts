import type { Claim } from '../claims/claim.ts';
import { cameraScene } from './camera-scene.ts';
import { ethernetScene } from './ethernet-scene.ts';
import { longestWord } from './machine-class.ts';
import type { Asked, Scene } from './scene.ts';
import { storageScene } from './storage-scene.ts';
import { uasScene } from './uas-scene.ts';

/** How fast the work of a claim gets done; null for work without a rate, and for a figure that no device carries. */
export function rateScene(asked: Asked): Scene | null {
  switch (asked.claim.workload) {
    case 'storage-read':
      return diskScene(asked, 'read');
    case 'storage-write':
      return diskScene(asked, 'write');
    case 'net-rx':
      return ethernetScene(asked, 'rx');
    case 'net-tx':
      return ethernetScene(asked, 'tx');
    case 'video-capture':
      return cameraScene(asked);
    default:
      return null;
  }
}

/** Bulk-Only commands, frames and pictures are counted. */
export function isRate({ metric }: Claim): boolean {
  return ['throughput', 'iops', 'frame-rate', 'packet-rate'].includes(metric);
}

export function diskScene(asked: Asked, direction: 'read' | 'write'): Scene | null {
  return isUas(asked.claim) ? uasScene(asked, direction) : storageScene(asked, direction);
}

/** Bulk-Only Transport has one command under way, UAS many. */
function isUas({ device, quantity }: Claim): boolean {
  return longestWord(`${device ?? ''} ${quantity}`, ['uas', 'uasp']) > 0;
}
