import { readdirSync, readFileSync } from 'node:fs';
import type { DeviceFile } from '../../src/replay/device-file.ts';
import type { CostFile, MachineFile, ReplaySettings } from '../../src/replay/replay-settings.ts';

const CONFIG = new URL('../../config/', import.meta.url);

/** The replay's settings as config/ has them, unchecked: src/settings.ts is tested elsewhere. */
export function configured(): ReplaySettings {
  return {
    costs: Object.fromEntries(filesOf<CostFile>('costs')),
    machines: filesOf<MachineFile>('machines').map(([, machine]) => machine),
    devices: Object.fromEntries(filesOf<DeviceFile>('devices')),
    confounders: JSON.parse(readFileSync(new URL('confounders.json', CONFIG), 'utf8')),
    loads: JSON.parse(readFileSync(new URL('loads.json', CONFIG), 'utf8')),
    limits: JSON.parse(readFileSync(new URL('default.json', CONFIG), 'utf8')).replay,
  };
}

function filesOf<T>(folder: string): [name: string, file: T][] {
  return readdirSync(new URL(folder, CONFIG))
    .sort()
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${folder}/${file}`, CONFIG), 'utf8')),
    ]);
}
