import { longestWord } from './machine-class.ts';
import { diskScene } from './rate-scene.ts';
import { type Asked, type Scene, type Setting, wordsOf } from './scene.ts';
import { timesKnob } from './share-scene.ts';

/** Words for the time of CPUs, which is another time than the one on the wall. */
const OF_CPUS = ['user', 'sys', 'system', 'usr'];

/**
 * How long moving some amount takes. The amount is seldom said: it is fitted to the figure before, and how fast the disk
 * is stays a prior, which decides how much a late giveback matters.
 */
export function elapsedScene(asked: Asked): Scene | null {
  const { claim } = asked;
  if (claim.workload !== 'storage-read' && claim.workload !== 'storage-write') return null;
  if (longestWord(wordsOf(claim), OF_CPUS) > 0) return null;
  const moved = { ...claim, metric: 'throughput', baseUnit: 'B/s', before: null, after: null } as const;
  const rate = diskScene({ ...asked, claim: moved }, claim.workload === 'storage-read' ? 'read' : 'write');
  if (rate === null) return null;
  const bytesOf = (setting: Setting): number => setting.share?.times ?? 1;
  return {
    settingAt: rate.settingAt,
    windowNs: rate.windowNs,
    knob: timesKnob('bytesMoved', Number.POSITIVE_INFINITY),
    read: (measurement, setting) => bytesOf(setting) / rate.read(measurement, setting),
    predict: (setting, hcd) => bytesOf(setting) / rate.predict(setting, hcd),
  };
}
