import { cameraOf, cameraSettingAt } from './camera-scene.ts';
import { longestWord } from './machine-class.ts';
import { type Asked, type Scene, wordsOf } from './scene.ts';
import { storageDevice, storageSettingAt } from './storage-scene.ts';
import { hardirqNsPerUrb } from './urb-path.ts';

const CAMERA_WORDS = ['uvc', 'uvcvideo', 'camera', 'webcam', 'video'];

/**
 * Time in hardirq for each URB, on a workload of the thread: a camera where the claim speaks of one, otherwise storage.
 * Nothing is fitted: what the interrupt handler does is all priors, and only the relative change is meant.
 */
export function hardirqScene(asked: Asked): Scene | null {
  const settingAt = isOfCamera(asked) ? cameraSetting(asked) : storageSetting(asked);
  if (settingAt === null) return null;
  return {
    settingAt,
    knob: null,
    read: (measurement) => measurement.hardirqNsPerUrb / 1e9,
    predict: (setting, hcd) => hardirqNsPerUrb(setting, hcd) / 1e9,
    windowNs: ({ workload }) => {
      const { urbsPerRun } = asked.settings.limits;
      if (workload.kind !== 'camera') return urbsPerRun * STORAGE_URB_NS;
      // Pictures are longer than URBs: their copying evens out over several.
      const pictures = workload.copyInCompletion ? PICTURES_TO_EVEN_OUT : 1;
      return pictures * urbsPerRun * workload.packetsPerUrb * workload.intervalNs;
    },
  };
}

const STORAGE_URB_NS = 2_000_000;
const PICTURES_TO_EVEN_OUT = 10;

/** The words of the claim are of a camera. */
export function isOfCamera(asked: Asked): boolean {
  return asked.claim.workload === 'video-capture' || longestWord(wordsOf(asked.claim), CAMERA_WORDS) > 0;
}

function cameraSetting(asked: Asked): Scene['settingAt'] | null {
  const device = cameraOf(asked);
  return device === null ? null : (draw) => cameraSettingAt(draw, asked, device);
}

function storageSetting(asked: Asked): Scene['settingAt'] | null {
  const device = storageDevice(asked);
  return device === null ? null : (draw) => storageSettingAt(draw, asked, { device, direction: 'read' });
}
