import type { DeviceFile } from './device-file.ts';
import { longestWord } from './machine-class.ts';
import type { ReplaySettings } from './replay-settings.ts';

export type DeviceOf<K extends DeviceFile['kind']> = Extract<DeviceFile, { kind: K }>;

/** The device of a kind that a text names most closely; null when it names none. */
export function deviceOf<K extends DeviceFile['kind']>(
  kind: K,
  text: string,
  settings: ReplaySettings,
): DeviceOf<K> | null {
  const [best] = devicesOf(kind, settings)
    .map((device) => ({ device, length: longestWord(text, device.patterns) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  return best?.device ?? null;
}

/** All devices of a kind, in the order of their file names. */
export function devicesOf<K extends DeviceFile['kind']>(
  kind: K,
  settings: ReplaySettings,
): readonly DeviceOf<K>[] {
  return Object.values(settings.devices).filter((device): device is DeviceOf<K> => device.kind === kind);
}
