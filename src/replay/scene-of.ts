import type { Claim } from '../claims/claim.ts';
import { cameraScene } from './camera-scene.ts';
import { ethernetScene } from './ethernet-scene.ts';
import { hardirqScene } from './hardirq-scene.ts';
import { longestWord } from './machine-class.ts';
import { memcpyScene } from './memcpy-scene.ts';
import type { NotReplayed } from './replay.ts';
import type { Asked, Scene } from './scene.ts';
import { sidesOf } from './sides-of.ts';
import { storageScene } from './storage-scene.ts';
import { uasScene } from './uas-scene.ts';
import { usbnetScene } from './usbnet-scene.ts';

/** The experiment that a claim describes, or why there is none. */
export function sceneOf(asked: Asked): Scene | NotReplayed {
  return notPlayable(asked.claim) ?? sceneOfMetric(asked) ?? notModelled(asked.claim);
}

function notPlayable(claim: Claim): NotReplayed | null {
  if (claim.kind === 'stated-only')
    return notReplayed('the text gives a change and no figures to start from');
  if (claim.kind === 'qualitative') {
    return claim.metric === 'hardirq-time'
      ? null
      : notReplayed('the text gives no figure and nothing to count');
  }
  if (claim.before === null || claim.after === null) {
    return notReplayed('only one side of the comparison has a figure');
  }
  if (!(claim.before.base > 0)) return notReplayed('the figure before the change is not above zero');
  if (claim.deltaPercent === null || !Number.isFinite(claim.deltaPercent)) {
    return notReplayed('the figures are too far apart to compare');
  }
  return null;
}

/** Bulk-Only Transport has one command under way, UAS many. */
function isUas({ device, quantity }: Claim): boolean {
  return longestWord(`${device ?? ''} ${quantity}`, ['uas', 'uasp']) > 0;
}

/** Units in which the model can show a metric; a figure in another unit is of something else. */
const UNITS: Partial<Record<Claim['metric'], readonly Claim['baseUnit'][]>> = {
  throughput: ['B/s', 'bit/s'],
  iops: ['1/s'],
  'frame-rate': ['1/s'],
  'packet-rate': ['1/s'],
  time: ['s'],
  latency: ['s'],
  'cpu-share': ['%'],
  'hardirq-time': ['s'],
};

function sceneOfMetric(asked: Asked): Scene | null {
  const { kind, metric, baseUnit } = asked.claim;
  if (kind === 'measured' && UNITS[metric]?.includes(baseUnit) !== true) return null;
  if (metric === 'hardirq-time') return hardirqScene(asked);
  switch (workloadOf(asked)) {
    case 'storage-read':
      return isRate(asked.claim) ? diskScene(asked, 'read') : null;
    case 'storage-write':
      return isRate(asked.claim) ? diskScene(asked, 'write') : null;
    case 'net-rx':
      return isRate(asked.claim) ? ethernetScene(asked, 'rx') : null;
    case 'net-tx':
      return isRate(asked.claim) ? ethernetScene(asked, 'tx') : null;
    case 'video-capture':
      return isRate(asked.claim) ? cameraScene(asked) : null;
    case 'memcpy':
      return memcpyScene(asked);
    case 'cpu-profile':
      return metric === 'cpu-share' ? usbnetScene(asked) : null;
    default:
      return null;
  }
}

function diskScene(asked: Asked, direction: 'read' | 'write'): Scene | null {
  return isUas(asked.claim) ? uasScene(asked, direction) : storageScene(asked, direction);
}

/** A rate or a time that the text gives no work to, in a series that changes what buffers are made of, is of copying. */
function workloadOf({ claim, model }: Asked): Claim['workload'] {
  if (claim.workload !== 'other') return claim.workload;
  const { before, after } = sidesOf(claim, model);
  return before.buffers.kind === after.buffers.kind ? 'other' : 'memcpy';
}

/** Bulk-Only commands, frames and pictures are counted; how long a single one takes is not what these runs show. */
function isRate({ metric }: Claim): boolean {
  return ['throughput', 'iops', 'frame-rate', 'packet-rate'].includes(metric);
}

function notReplayed(because: string): NotReplayed {
  return { code: 'not-replayed', because };
}

function notModelled(claim: Claim): NotReplayed {
  const { workload, metric, quantity } = claim;
  const isNetwork = workload === 'net-rx' || workload === 'net-tx';
  if (workload === 'cpu-profile') {
    return { code: 'not-modelled', because: `the model does not say how much of a profile ${quantity} is` };
  }
  if (isNetwork && isRate(claim)) {
    return { code: 'not-modelled', because: 'no Ethernet link that is configured carries the figures' };
  }
  const what = workload === 'other' ? 'this kind of work' : workload;
  return { code: 'not-modelled', because: `the model has no run that shows ${metric} of ${what}` };
}
