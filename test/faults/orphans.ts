import { readdirSync, readFileSync } from 'node:fs';

/** Processes of a service that outlived it: their command line names its folder. */
export function orphansOf(home: string): readonly string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids
    .map((id) => `process ${id} ${commandOf(id)}`)
    .filter((told) => told.includes(home) && /(main|web)\.js/.test(told));
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200);
  } catch {
    return '';
  }
}
