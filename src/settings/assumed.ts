import { createHash } from 'node:crypto';
import type { CostFile } from '../replay/replay-settings.ts';
import type { Settings } from '../settings.ts';
import { COSTS } from './machine-files.ts';

const NAMES: ReadonlySet<string> = new Set(COSTS);

/** The costs that somebody may put a figure of theirs in place of. */
export const ASSUMABLE: ReadonlySet<string> = NAMES;

/**
 * Settings with some costs as somebody knows them of their machine: exact, whichever machine the mail names. The hash is
 * another one, so that no report on such figures can be taken for one on ours.
 */
export function assumed(settings: Settings, figures: Readonly<Record<string, number>>): Settings {
  const entries = Object.entries(figures).filter(([name]) => NAMES.has(name));
  if (entries.length === 0) return settings;
  const { replay, sha256 } = settings;
  const costs = Object.fromEntries(
    Object.entries(replay.costs).map(([name, file]) => [name, withFigures(file, entries)]),
  );
  const hash = createHash('sha256').update(`${sha256}\n${JSON.stringify(entries.toSorted())}`);
  return { ...settings, replay: { ...replay, costs }, sha256: hash.digest('hex') };
}

function withFigures(file: CostFile, entries: readonly (readonly [string, number])[]): CostFile {
  if ('mixture' in file) return file;
  const own = entries.map(([name, value]) => {
    const unit = name.endsWith('BytesPerSec') ? 'B/s' : 'ns';
    return [name, { value, unit, source: 'assumed by somebody who asked' }];
  });
  return { ...file, ...Object.fromEntries(own) };
}
