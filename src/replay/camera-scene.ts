import type { Claim } from '../claims/claim.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { cameraFramesPerSec } from './closed-form.ts';
import { type DeviceOf, deviceOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { figureOf, workloadKnob } from './knob.ts';
import { candidateAt, wholeValueAt } from './priors.ts';
import { type Asked, bareSettingAt, type Scene, type Setting, unitsPerByte, wordsOf } from './scene.ts';

/** A camera whose own clock sets the rate. Source: usb-model, section 2.3 */
export function cameraScene(asked: Asked): Scene | null {
  const device = cameraOf(asked);
  if (device === null) return null;
  const perFrame = (setting: Setting): number => amountOf(asked.claim, setting);
  return {
    settingAt: (draw) => cameraSettingAt(draw, asked, device),
    knob: FRAME_RATE,
    read: (measurement, setting) =>
      cameraFramesPerSec(setting) * arrivedShare(measurement) * perFrame(setting),
    predict: (setting) => cameraFramesPerSec(setting) * perFrame(setting),
    windowNs: (setting) => asked.settings.limits.picturesPerRun * frameNs(setting),
  };
}

/** The camera the text names, or one like most. */
export function cameraOf({ claim, settings }: Asked): DeviceOf<'camera'> | null {
  return deviceOf('camera', wordsOf(claim), settings) ?? deviceOf('camera', 'camera', settings);
}

export function cameraSettingAt(draw: Draw, asked: Asked, device: DeviceOf<'camera'>): Setting {
  const { model } = asked;
  return {
    ...bareSettingAt(draw, asked),
    workload: {
      kind: 'camera',
      framesPerSec: FRAMES_PER_SEC_UNSAID,
      frameBytes: wholeValueAt(device.frameBytes, draw, 'frameBytes'),
      packetsPerUrb: wholeValueAt(device.packetsPerUrb, draw, 'packetsPerUrb'),
      packetBytes: wholeValueAt(device.packetBytes, draw, 'packetBytes'),
      urbs: wholeValueAt(device.urbs, draw, 'urbs'),
      intervalNs: wholeValueAt(device.intervalNs, draw, 'intervalNs'),
      copyInCompletion: candidateAt(device.copyInCompletion, model.era, {
        draw,
        parameter: 'copyInCompletion',
      }),
    },
  };
}

/**
 * A run shows which part of the pictures arrives. Their rate is the sensor's, and a short run could not time it better
 * than to the length of an URB.
 */
function arrivedShare({ itemsPerSec, windowNs, lost }: Measurement): number {
  const arrived = Math.round((itemsPerSec * windowNs) / 1e9);
  return arrived === 0 ? 0 : arrived / (arrived + lost);
}

/** What nearly every camera delivers; only used where no figure calibrates it. */
const FRAMES_PER_SEC_UNSAID = 30;

function amountOf({ metric, baseUnit }: Claim, setting: Setting): number {
  if (metric !== 'throughput') return 1;
  return figureOf('camera', setting, ({ frameBytes }) => frameBytes) * unitsPerByte(baseUnit);
}

function frameNs(setting: Setting): number {
  return figureOf('camera', setting, ({ framesPerSec }) => 1e9 / framesPerSec);
}

const FRAME_RATE = workloadKnob({
  kind: 'camera',
  name: 'framesPerSec',
  isWhole: false,
  isSource: true,
  range: (_, target) => ({ low: 0, high: target }),
});
