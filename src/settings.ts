import { join } from 'node:path';
import type { ClaimLimits } from './claims/claim-limits.ts';
import type { IngestLimits } from './ingest/limits.ts';
import type { HcdProfile } from './model/hcd-profile.ts';
import type { UdcProfile } from './model/udc-profile.ts';
import { packageRoot } from './package-facts.ts';
import type { ReplaySettings } from './replay/replay-settings.ts';
import type { SeriesLimits } from './series/series-limits.ts';
import { ConfigFolder } from './settings/config-folder.ts';
import { confoundersFile } from './settings/confounders-file.ts';
import { defaultsFile } from './settings/defaults-file.ts';
import { deviceFile } from './settings/device-file.ts';
import { hcdFile, udcFile } from './settings/hcd-file.ts';
import { limitsFile } from './settings/limits-file.ts';
import { loadsFile } from './settings/loads-file.ts';
import { costFile, machineFile } from './settings/machine-files.ts';
import { noiseFile } from './settings/noise-file.ts';
import type { VerdictSettings } from './verdict/verdict.ts';

/** Everything config/ says, checked once; stages get their part as a plain argument. */
export interface Settings {
  readonly seed: number;
  /** Paired draws for each claim. */
  readonly draws: number;
  /** Time spent replaying in one thread before more are started. */
  readonly threadsAfterMs: number;
  readonly ingest: IngestLimits;
  readonly series: SeriesLimits;
  readonly claims: ClaimLimits;
  readonly profiles: readonly HcdProfile[];
  /** Device controllers, for series of gadgets. */
  readonly udcs: readonly UdcProfile[];
  readonly replay: ReplaySettings;
  readonly verdict: VerdictSettings;
  /** Of the bytes of every file read, in the order of their names: a report says with which numbers it was made. */
  readonly sha256: string;
}

/**
 * The settings of a configuration folder, by default the one that comes with giveback.
 * @throws Fault that names the file and the key, when a file is missing or is not what it should be
 */
export function readSettings(folder: string = join(packageRoot(), 'config')): Settings {
  const files = new ConfigFolder(folder);
  const defaults = files.read('default.json', defaultsFile);
  const noise = files.read('noise.json', noiseFile);
  const limits = files.read('limits.json', limitsFile);
  const replay = {
    costs: Object.fromEntries(files.readAll('costs', costFile)),
    machines: files.readAll('machines', machineFile).map(([, file]) => file),
    devices: Object.fromEntries(files.readAll('devices', deviceFile)),
    confounders: files.read('confounders.json', confoundersFile),
    loads: files.read('loads.json', loadsFile),
    limits: defaults.replay,
  };
  return {
    ...defaults.evaluation,
    ingest: defaults.ingest,
    series: defaults.series,
    claims: defaults.claims,
    profiles: files.readAll('hcd', hcdFile).map(([, file]) => file),
    udcs: files.readAll('udc', udcFile).map(([, file]) => file),
    replay,
    verdict: { ...defaults.verdict, noise, limits },
    sha256: files.sha256(),
  };
}
