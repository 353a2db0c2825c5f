import type { Place, Problem } from '../problem.ts';
import type { Entry } from './head.ts';
import type { Patch, Series, Trailer } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { parseSubject } from './subject.ts';
import { purposeOf } from './submission.ts';

const BASE_COMMIT = /^(?:>[> ]{0,20})?base-commit: ([0-9a-f]{40,64})\s*$/m;
const CHANGE_ID = /^(?:>[> ]{0,20})?change-id: ([\w.-]{1,200})\s*$/m;

type Labels = Pick<
  Series,
  'subject' | 'version' | 'rfc' | 'resend' | 'submission' | 'purpose' | 'date' | 'baseCommit' | 'changeId'
>;

/** What the subjects and the texts of a series' letters say of all of it; `first` names it. */
export function labelsOf(letters: readonly Entry[], first: Entry): Labels {
  const texts = letters.map((entry) => entry.letter.text);
  const purpose = purposeOf(first.letter.subject);
  return {
    subject: titleOf(first),
    version: letters.map(({ subject }) => subject.version).find((version) => version !== null) ?? 1,
    rfc: letters.some(({ subject }) => subject.rfc),
    resend: letters.some(({ subject }) => subject.resend),
    submission: purpose === 'submission',
    purpose,
    date: first.letter.date,
    baseCommit: firstMatch(texts, BASE_COMMIT),
    changeId: firstMatch(texts, CHANGE_ID),
  };
}

/** The title of a patch: from its in-body subject, else from the mail's. */
export function titleOf({ found, subject }: Entry): string {
  return found.subject === null ? subject.title : parseSubject(found.subject).title;
}

/** Which numbers between 1 and the total are not at hand, and which patches stand outside of them. */
export function countPatches(patches: readonly Patch[], total: number, at: Place, limits: SeriesLimits) {
  const here = new Set(patches.map((patch) => patch.index));
  const wanted = Array.from({ length: Math.min(total, limits.patchesMax) }, (_, index) => index + 1);
  const missing = wanted.filter((index) => !here.has(index));
  const extra = [...here].filter((index) => index > total || !Number.isInteger(index));
  const problems: readonly Problem[] = [
    ...missing
      .slice(0, limits.missingSaidMax)
      .map((index) => ({ code: 'patch-missing', index, total, at }) as const),
    ...extra.map((index) => ({ code: 'patch-extra', index, total, at }) as const),
  ];
  return { missing, complete: missing.length === 0, problems };
}

/** Each trailer once, the first that says it. */
export function uniqueTrailers(trailers: readonly Trailer[]): readonly Trailer[] {
  const byText = new Map<string, Trailer>();
  for (const trailer of trailers) {
    const text = `${trailer.key}: ${trailer.value}`.toLowerCase();
    if (!byText.has(text)) byText.set(text, trailer);
  }
  return [...byText.values()];
}

function firstMatch(texts: readonly string[], pattern: RegExp): string | null {
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
}
