import { cameraOf, cameraSettingAt } from './camera-scene.ts';
import { figureOf } from './knob.ts';
import { latencyStatistic } from './latency-statistic.ts';
import { longestWord } from './machine-class.ts';
import { type Asked, type Scene, type Setting, wordsOf } from './scene.ts';
import { restKnob, shareScene } from './share-scene.ts';
import { sidesOf } from './sides-of.ts';
import { headerMoreNs } from './urb-path.ts';

/** Words for the time that uvcvideo takes for an URB. */
const OF_PARSING = [
  'uvc_video_complete',
  'uvc_video_decode',
  'decode',
  'decoding',
  'parse',
  'parsing',
].concat(['process', 'processing', 'completion', 'handler', 'callback', 'header', 'urb']);
/** A figure that is named by nothing but how it was averaged. */
const PLAIN = ['', 'time', 'mean', 'average', 'avg', 'median', 'elapsed time', 'average time', 'mean time'];

const LEAST = ['min', 'minimum', 'best', 'shortest'];

/**
 * What uvcvideo's completion handler takes for an URB, in a series that changes how often it reads the header of a
 * payload. The reads are played, and the rest of the figure is fitted and stays. null for any other series or figure.
 */
export function headerScene(asked: Asked): Scene | null {
  const device = cameraOf(asked);
  if (device === null || !isOfParsing(asked)) return null;
  const playedNs = (setting: Setting, perUrbNs: number): number =>
    perUrbNs - packetsOf(setting) * setting.costs.uvcHeaderNs;
  return shareScene({
    stream: {
      settingAt: (draw) => cameraSettingAt(draw, asked, device),
      windowNs: (setting) => asked.settings.limits.urbsPerRun * urbNs(setting),
    },
    knob: restKnob('elsewhereNs'),
    part: ({ functionShares, urbsPerSec }, setting) =>
      playedNs(setting, ((functionShares['uvc_video_decode_isoc'] ?? 0) * 1e9) / urbsPerSec) / 1e9,
    formula: (setting, hcd) => (packetsOf(setting) * headerMoreNs(setting.costs, hcd)) / 1e9,
    leavesOut: 'how many packets an URB had is not known',
  });
}

function isOfParsing(asked: Asked): boolean {
  const { claim } = asked;
  const { before, after } = sidesOf(claim, asked.model);
  if (before.uvcHeader === after.uvcHeader) return false;
  const isMiddle =
    ['mean', 'p50'].includes(latencyStatistic(claim)) && longestWord(claim.quantity, LEAST) === 0;
  const isNamed = longestWord(wordsOf(claim), OF_PARSING) > 0;
  return isMiddle && (isNamed || PLAIN.includes(claim.quantity.trim().toLowerCase()));
}

function packetsOf(setting: Setting): number {
  return figureOf('camera', setting, ({ packetsPerUrb }) => packetsPerUrb);
}

function urbNs(setting: Setting): number {
  return figureOf('camera', setting, ({ packetsPerUrb, intervalNs }) => packetsPerUrb * intervalNs);
}
