import type { FileDiff } from '../series/series.ts';
import { type Scope, scopeOf } from './driver-choice.ts';
import type { HcdProfile } from './hcd-profile.ts';
import { type HunkSides, sidesOf } from './patch-sides.ts';
import { isUnread } from './unread-file.ts';

/** The files of one patch, those of one driver together: code may move between them. */
export function groupsOf(files: readonly FileDiff[], profiles: readonly HcdProfile[]): DriverGroup[] {
  const groups = new Map<string, DriverGroup>();
  for (const file of files) {
    const scope = scopeOf(file.path, profiles);
    const driver = scope.kind === 'hcd' ? scope.profile.driver : null;
    const key = driver ?? scope.kind;
    const { files: others, hunks } = groups.get(key) ?? { files: [], hunks: [] };
    const own = isUnread(file) ? [] : sidesOf(file);
    groups.set(key, { driver, scope, files: [...others, file], hunks: [...hunks, ...own] });
  }
  return [...groups.values()];
}

/** Files of one patch that are read together. */
export interface DriverGroup {
  /** Null in usbcore, in a class driver and in files the model does not know. */
  readonly driver: string | null;
  readonly scope: Scope;
  readonly files: readonly FileDiff[];
  /** Of the files that are C and not too large. */
  readonly hunks: readonly HunkSides[];
}
