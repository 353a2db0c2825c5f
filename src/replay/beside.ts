import type { Workload } from '../simulator/workload.ts';
import type { Draw } from './draws.ts';
import { longestWord } from './machine-class.ts';
import { type Asked, wordsOf } from './scene.ts';
import { storageDevice, storageSettingAt } from './storage-scene.ts';

/** Words that say that something else ran at the same time. */
export const MEANWHILE = [
  'while',
  'during',
  'beside',
  'alongside',
  'under load',
  'in parallel',
  'concurrent',
];
/** And what: a disk that is read or written. */
const BULK = [
  'dd',
  'bulk',
  'copy',
  'copying',
  'disk',
  'drive',
  'fio',
  'flash',
  'mass storage',
  'ssd',
  'stick',
  'storage',
  'usb-storage',
];

/**
 * The disk that a text says was busy on the same controller: "HID latency while dd reads from a stick". null when it
 * says nothing of the kind, or when the claim is of the disk itself.
 */
export function besideOf(asked: Asked): ((draw: Draw) => Workload) | null {
  const { workload, stated } = asked.claim;
  if (workload === 'storage-read' || workload === 'storage-write') return null;
  const text = `${wordsOf(asked.claim)} ${stated?.text ?? ''}`;
  if (longestWord(text, MEANWHILE) === 0 || longestWord(text, BULK) === 0) return null;
  const device = storageDevice(asked);
  if (device === null) return null;
  return (draw) => storageSettingAt(draw, asked, { device, direction: 'read' }).workload;
}
