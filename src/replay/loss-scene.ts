import { run as simulate } from '../simulator/run.ts';
import { MEDIAN_DRAW } from './draws.ts';
import { figureOf } from './knob.ts';
import type { NotReplayed } from './replay.ts';
import type { Asked, Scene, Setting } from './scene.ts';
import { shareScene, timesKnob } from './share-scene.ts';
import { sidesOf } from './sides-of.ts';
import { type Stream, streamOf } from './stream.ts';

/**
 * Packets that find no URB queued: dropouts of audio, pictures that are torn. A stream in a ring has time in hand, and
 * where no path of the model takes that long nothing is lost, whatever the figure: then the reason says how far off it is.
 *
 *     no loss if   event to submitted again  <=  (URBs - 1) * packets of one * interval
 *
 * Source: usb-model, section 2.8
 */
export function lossScene(asked: Asked): Scene | NotReplayed | null {
  const stream = streamOf(asked);
  if (stream === null) return null;
  const setting = stream.settingAt(MEDIAN_DRAW);
  const inHandNs = timeInHandNs(setting, asked.model.driver);
  if (inHandNs === null) return null;
  const { lost, urbLatencyNs } = playedBefore(asked, stream, setting);
  if (lost === 0)
    return nothingLost({ inHandNs, longestNs: urbLatencyNs.max, isBeside: setting.beside !== undefined });
  return shareScene({
    stream,
    knob: timesKnob('eventsCounted', asked.settings.loads.eventsWithinFactor.value),
    part: (measurement) => (measurement.lost * 1e9) / measurement.windowNs,
    leavesOut: 'what else keeps the CPU from a stream is not played',
  });
}

/** Time that the other URBs of a ring last while one is away; null for work that loses nothing by being late. */
function timeInHandNs(setting: Setting, driver: string): number | null {
  const { kind } = setting.workload;
  // MUSB starts the next transfer after it has given one back, whatever else is queued.
  if (kind === 'pwc' && driver === 'musb') return figureOf('pwc', setting, ({ intervalNs }) => intervalNs);
  if (kind === 'hid') return figureOf('hid', setting, ({ intervalNs }) => intervalNs);
  if (kind !== 'audio' && kind !== 'camera' && kind !== 'pwc') return null;
  const { urbs, packetsPerUrb, intervalNs } = setting.workload;
  return (urbs - 1) * packetsPerUrb * intervalNs;
}

function playedBefore({ claim, model }: Asked, stream: Stream, setting: Setting) {
  const hcd = sidesOf(claim, model).before;
  return simulate({ ...setting, hcd, seed: 1, windowNs: Math.ceil(stream.windowNs(setting)) });
}

interface InHand {
  readonly inHandNs: number;
  readonly longestNs: number;
  readonly isBeside: boolean;
}

function nothingLost({ inHandNs, longestNs, isBeside }: InHand): NotReplayed {
  const meanwhile = isBeside ? ' beside a busy disk' : '';
  const because =
    `before the change the model loses nothing${meanwhile}: the stream has ${milliseconds(inHandNs)} in hand and the ` +
    `slowest completion takes ${milliseconds(longestNs)}; what else kept the CPU from it is not played`;
  return { code: 'cannot-calibrate', because };
}

function milliseconds(ns: number): string {
  return `${Number((ns / 1e6).toPrecision(2))} ms`;
}
