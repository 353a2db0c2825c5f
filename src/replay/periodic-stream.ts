import { deviceOf } from './device-of.ts';
import type { Draw } from './draws.ts';
import { figureOf } from './knob.ts';
import { longestWord } from './machine-class.ts';
import { wholeValueAt } from './priors.ts';
import { isBehindHub, pwcWorkloadAt } from './pwc-workload.ts';
import { type Asked, bareSettingAt, type Scene, type Setting, wordsOf } from './scene.ts';

/**
 * A device whose own clock sets its pace and which nobody measures in rates: HID, audio, and a camera of pwc behind a hub.
 * Source: usb-model, 2.6 and 2.7
 */
export function periodicStream(asked: Asked): Pick<Scene, 'settingAt' | 'windowNs'> | null {
  switch (asked.claim.workload) {
    case 'hid':
      return hidStream(asked);
    case 'audio':
      return audioStream(asked);
    case 'video-capture':
      return pwcStream(asked);
    default:
      return null;
  }
}

function hidStream(asked: Asked): Pick<Scene, 'settingAt' | 'windowNs'> | null {
  const { settings } = asked;
  const device = deviceOf('hid', `hid ${wordsOf(asked.claim)}`, settings);
  if (device === null) return null;
  return {
    settingAt: (draw) => ({
      ...bareSettingAt(draw, asked),
      workload: { kind: 'hid', intervalNs: wholeValueAt(device.intervalNs, draw, 'intervalNs') },
    }),
    windowNs: (setting) =>
      settings.limits.urbsPerRun * figureOf('hid', setting, ({ intervalNs }) => intervalNs),
  };
}

/** A full-speed camera behind a hub has a slack of its own; any other camera is played as one of uvcvideo. */
function pwcStream(asked: Asked): Pick<Scene, 'settingAt' | 'windowNs'> | null {
  const { settings } = asked;
  const device = isBehindHub(asked) ? deviceOf('pwc', wordsOf(asked.claim), settings) : null;
  if (device === null) return null;
  return {
    settingAt: (draw) => ({
      ...bareSettingAt(draw, asked),
      workload: pwcWorkloadAt(draw, asked, { device, bufferBytes: null }),
    }),
    windowNs: (setting) =>
      settings.limits.urbsPerRun *
      figureOf('pwc', setting, ({ packetsPerUrb, intervalNs }) => packetsPerUrb * intervalNs),
  };
}

const RECORDING = ['arecord', 'capture', 'microphone', 'recording'];

function audioStream(asked: Asked): Pick<Scene, 'settingAt' | 'windowNs'> | null {
  const { settings } = asked;
  const text = wordsOf(asked.claim);
  const device = deviceOf('audio', `audio ${text}`, settings);
  if (device === null) return null;
  const direction = longestWord(text, RECORDING) > 0 ? 'in' : 'out';
  const settingAt = (draw: Draw): Setting => ({
    ...bareSettingAt(draw, asked),
    workload: {
      kind: 'audio',
      direction,
      packetBytes: wholeValueAt(device.packetBytes, draw, 'packetBytes'),
      packetsPerUrb: wholeValueAt(device[direction].packetsPerUrb, draw, 'packetsPerUrb'),
      urbs: wholeValueAt(device[direction].urbs, draw, 'urbs'),
      intervalNs: wholeValueAt(device.intervalNs, draw, 'intervalNs'),
    },
  });
  return { settingAt, windowNs: (setting) => settings.limits.urbsPerRun * urbNs(setting) };
}

function urbNs(setting: Setting): number {
  return figureOf('audio', setting, ({ packetsPerUrb, intervalNs }) => packetsPerUrb * intervalNs);
}
