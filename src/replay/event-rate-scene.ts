import type { Hcd } from '../model/hcd.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { storageCommandNs } from './closed-form.ts';
import { type Draw, MEDIAN_DRAW } from './draws.ts';
import { candidateAt } from './priors.ts';
import type { Asked, Scene, Setting } from './scene.ts';
import { shareScene, timesKnob } from './share-scene.ts';
import { transfersMore } from './storage-transfers.ts';
import { type Stream, streamOf } from './stream.ts';

/** Interrupts or context switches a second: how many of them a figure counts for one that a run shows is fitted. */
export function eventRateScene(asked: Asked): Scene | null {
  const stream = streamOf(asked);
  if (stream === null) return null;
  return asked.claim.metric === 'irq-rate' ? irqScene(asked, stream) : switchScene(asked, stream);
}

/** A Bulk-Only command of any size interrupts three times, whoever gives its URBs back; each further transfer of its data adds one. */
const URBS_PER_COMMAND = 3;

function irqScene(asked: Asked, stream: Stream): Scene {
  const isBulkOnly = stream.settingAt(MEDIAN_DRAW).workload.kind === 'storage';
  const formula = (setting: Setting, hcd: Hcd): number =>
    ((URBS_PER_COMMAND + transfersMore(setting, hcd)) * 1e9) / storageCommandNs(setting, hcd);
  return shareScene({
    stream: {
      settingAt: stream.settingAt,
      windowNs: (setting) => WINDOWS[setting.workload.kind] * stream.windowNs(setting),
    },
    knob: countKnob(asked),
    part: ({ irqsPerSec }) => irqsPerSec,
    ...(isBulkOnly ? { formula } : {}),
    leavesOut: isBulkOnly ? null : 'how many events the device makes of its work is not known',
  });
}

/** Windows to count over: one of a camera's pictures holds so few URBs that where it ends would count. */
const WINDOWS = {
  storage: 1,
  uas: 1,
  ethernet: 1,
  usbnet: 1,
  'usbnet-tx': 1,
  camera: 8,
  pwc: 1,
  audio: 1,
  hid: 1,
  'gadget-storage': 1,
  'gadget-ethernet': 1,
} as const satisfies Record<Setting['workload']['kind'], number>;

/** The kernel counts switches to the idle task as well, an author who counts by hand may not. */
function switchScene(asked: Asked, stream: Stream): Scene {
  const { idleCounted } = asked.settings.loads;
  const countsIdle = (draw: Draw): boolean =>
    candidateAt(idleCounted, null, { draw, parameter: 'idleCounted' });
  return shareScene({
    stream: {
      windowNs: stream.windowNs,
      settingAt: (draw) => ({ ...stream.settingAt(draw), countsIdle: countsIdle(draw) }),
    },
    knob: countKnob(asked),
    part: (measurement, { countsIdle: isWithIdle = false }) => switches(measurement, isWithIdle),
    leavesOut: 'switches of other threads are not played',
  });
}

/** A core that waits for its device is idle before each interrupt. */
function switches({ contextSwitchesPerSec, irqsPerSec }: Measurement, isWithIdle: boolean): number {
  return contextSwitchesPerSec + (isWithIdle ? irqsPerSec : 0);
}

function countKnob({ settings }: Asked) {
  return timesKnob('eventsCounted', settings.loads.eventsWithinFactor.value);
}
