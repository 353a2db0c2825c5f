import type { Claim } from '../claims/claim.ts';
import { ofItsDevice } from './device-asked.ts';
import { elapsedScene } from './elapsed-scene.ts';
import { eventRateScene } from './event-rate-scene.ts';
import { gadgetScene } from './gadget-scene.ts';
import { hardirqScene } from './hardirq-scene.ts';
import { headerScene } from './header-scene.ts';
import { latencyScene } from './latency-scene.ts';
import { loadScene } from './load-scene.ts';
import { lossScene } from './loss-scene.ts';
import { memcpyScene } from './memcpy-scene.ts';
import { isRate, rateScene } from './rate-scene.ts';
import type { NotReplayed } from './replay.ts';
import type { Asked, Scene } from './scene.ts';
import { sidesOf } from './sides-of.ts';
import { changesByteQueueLimits, transmitQueueScene } from './transmit-queue-scene.ts';
import { usbnetScene } from './usbnet-scene.ts';

/** The experiment that a claim describes, or why there is none. */
export function sceneOf(asked: Asked): Scene | NotReplayed {
  // A device that Linux plays is another machine: none of a host's scenes is of it, and none of its own is of a host.
  if (asked.model.before.gadget !== undefined) return gadgetScene(asked);
  return sceneOfMetric(asked) ?? notModelled(asked.claim);
}

/** Why a claim has no two figures that a run could be held to, whatever the series does; null when it has. */
export function notPlayable(claim: Claim): NotReplayed | null {
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

/** Units in which the model can show a metric; a figure in another unit is of something else. */
const UNITS: Partial<Record<Claim['metric'], readonly Claim['baseUnit'][]>> = {
  throughput: ['B/s', 'bit/s'],
  iops: ['1/s'],
  'frame-rate': ['1/s'],
  'packet-rate': ['1/s'],
  time: ['s'],
  latency: ['s'],
  'cpu-share': ['%'],
  'cpu-load': ['%'],
  'irq-rate': ['1/s'],
  'context-switch-rate': ['1/s'],
  'hardirq-time': ['s'],
};

function sceneOfMetric(asked: Asked): Scene | NotReplayed | null {
  const { kind, metric, baseUnit } = asked.claim;
  // Losses are counted in packets, in percent or a second: what is fitted is what was counted.
  if (metric === 'loss') return lossScene(ofItsDevice(asked));
  if (kind === 'measured' && UNITS[metric]?.includes(baseUnit) !== true) return null;
  if (changesByteQueueLimits(asked) && isOfNetwork(asked.claim)) return transmitQueueScene(asked);
  const workload = workloadOf(asked);
  const ofHeaders = workload === 'video-capture' && isOfTime(metric) ? headerScene(asked) : null;
  if (ofHeaders !== null) return ofHeaders;
  switch (metric) {
    case 'hardirq-time':
      return hardirqScene(asked);
    case 'latency':
      return workload === 'memcpy' ? memcpyScene(asked) : latencyScene(ofItsDevice(asked));
    case 'time':
      return workload === 'memcpy' ? memcpyScene(asked) : elapsedScene(asked);
    case 'throughput':
      return workload === 'memcpy' ? memcpyScene(asked) : rateScene(asked);
    case 'cpu-load':
      return loadScene(asked);
    case 'cpu-share':
      return (workload === 'cpu-profile' ? usbnetScene(asked) : null) ?? loadScene(asked);
    case 'irq-rate':
    case 'context-switch-rate':
      return eventRateScene(asked);
    default:
      return isRate(asked.claim) ? rateScene(asked) : null;
  }
}

function isOfTime(metric: Claim['metric']): boolean {
  return metric === 'time' || metric === 'latency';
}

/** What does not say otherwise, in a series that changes a network driver, is of the network. */
function isOfNetwork({ workload }: Claim): boolean {
  return ['net-rx', 'net-tx', 'cpu-profile', 'other'].includes(workload);
}

/** A rate or a time that the text gives no work to, in a series that changes what buffers are made of, is of copying. */
function workloadOf({ claim, model }: Asked): Claim['workload'] {
  if (claim.workload !== 'other') return claim.workload;
  const { before, after } = sidesOf(claim, model);
  return before.buffers.kind === after.buffers.kind ? 'other' : 'memcpy';
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
