import type { Era, Hcd } from './hcd.ts';
import type { HcdProfile, Release } from './hcd-profile.ts';

/** The kernel a patch was made on: the release its text names, else the day it was sent. */
export type Kernel = { readonly version: string } | { readonly day: string };

/**
 * First release of each era, the latest first, and the day it was out. Source: usb-model, section 1.2; the days are
 * those of the tags in the kernel's git.
 */
const FIRST_RELEASES: readonly (Release & { readonly era: Era })[] = [
  { era: 'E4', version: '6.9', day: '2024-05-12' },
  { era: 'E3', version: '6.0', day: '2022-10-02' },
  { era: 'E2', version: '4.20', day: '2018-12-23' },
  { era: 'E1', version: '3.12', day: '2013-11-03' },
];

const FILLERS = '(?:(?:top|of|mainline|vanilla|upstream|the)\\s+){0,3}';
/** A release that a line says it worked on: "on v5.4", "based on linux 4.19-rc3", "with kernel 6.1". */
const BASE = new RegExp(
  `\\b(?:on|against|with|atop|under|using|running)\\s+${FILLERS}(?:v|linux[- ]v?|kernel[- ](?:version )?v?)(\\d\\.\\d{1,2})\\b`,
  'i',
);
/** Lines of text that are searched, and characters of each: a commit message has fewer. */
const LINES_MAX = 1000;
const LINE_MAX = 500;

/**
 * The release a text names as its base, when it names just one; else the day of `date`, which is ISO 8601. Null without
 * either. A version that is named in passing ("broken since v4.9", "USB 3.0") is no base.
 */
export function kernelOf(text: string, date: string | null): Kernel | null {
  const lines = text.split('\n', LINES_MAX).map((line) => BASE.exec(line.slice(0, LINE_MAX))?.[1]);
  const [version, ...others] = new Set(lines.filter((named) => named !== undefined));
  if (version !== undefined && others.length === 0) return { version };
  return date === null ? null : { day: date.slice(0, 10) };
}

/** The era of usbcore in a kernel: for a day, that of the last release before it. */
export function eraOf(kernel: Kernel): Era {
  return FIRST_RELEASES.find((release) => isSince(kernel, release))?.era ?? 'E0';
}

/** The era, or the first one that has a giveback tasklet when HCD_BH is in play: before it there was no such flag. */
export function eraWithTasklet(era: Era, hasTasklet: boolean): Era {
  return hasTasklet && era === 'E0' ? 'E1' : era;
}

/** A driver in an era: since E4 HCD_BH defers to a work item that runs in softirq, where it used to be a tasklet. */
export function inEra(hcd: Hcd, era: Era | null): Hcd {
  const isWork = era === 'E4' && hcd.giveback.context === 'tasklet' && hcd.hcdBh;
  return isWork ? { ...hcd, giveback: { ...hcd.giveback, context: 'bh-workqueue' } } : hcd;
}

/** The driver as it was in a kernel: before it had HCD_BH it dropped its lock. The profile as it is when that is unknown. */
export function profileIn(kernel: Kernel | null, profile: HcdProfile): HcdProfile {
  const since = profile.hcdBhSince;
  if (kernel === null || since === null || isSince(kernel, since.fact)) return profile;
  const source = `before ${since.fact.version}: ${since.source}`;
  return {
    ...profile,
    hcdBh: { fact: false, source },
    giveback: { ...profile.giveback, lockStyle: { fact: 'dropped', source } },
  };
}

/** Whether a kernel is that release or a later one. */
export function isSince(kernel: Kernel, release: Release): boolean {
  if ('day' in kernel) return kernel.day >= release.day;
  const [major = 0, minor = 0] = kernel.version.split('.').map(Number);
  const [firstMajor = 0, firstMinor = 0] = release.version.split('.').map(Number);
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}
