import type { HardenedGit } from './hardened-git.ts';

/** A release, or a candidate, that the repository has a tag of. */
export interface Release {
  readonly name: string;
  readonly commit: string;
  /** When the tag was made, ISO 8601. */
  readonly date: string;
}

const NAME = /^v\d+\.\d+(?:\.\d+)?(?:-rc\d+)?$/;
const TAGS_MAX = 20_000;

/** The releases of a repository, the newest first. */
export async function listReleases({ git }: HardenedGit): Promise<readonly Release[]> {
  const format = '%(refname:short) %(creatordate:iso-strict) %(objectname) %(*objectname)';
  const told = await git.raw(['for-each-ref', '--sort=-creatordate', `--format=${format}`, 'refs/tags/']);
  return told.split('\n', TAGS_MAX).flatMap((line) => {
    const [name = '', date = '', object = '', commit = ''] = line.split(' ');
    return NAME.test(name) ? [{ name, date, commit: commit || object }] : [];
  });
}

/** The release that was the newest on a day, or null when the repository has none so old. */
export function newestBefore(releases: readonly Release[], date: string | null): Release | null {
  if (date === null) return null;
  const day = Date.parse(date);
  return releases.find((release) => Date.parse(release.date) <= day) ?? null;
}

/** The releases by their distance in time from a day, the nearest first. */
export function nearestTo(releases: readonly Release[], date: string): readonly Release[] {
  const day = Date.parse(date);
  const distance = (release: Release): number => Math.abs(Date.parse(release.date) - day);
  return releases.toSorted((a, b) => distance(a) - distance(b));
}
