import { parseSubject, type Subject } from './subject.ts';

/** Robots and reviewers of stable trees, by how their subjects begin. */
const NOTICE =
  /^(?:patch ".{1,300}" (?:added to|has been added)|failed: patch|\[?merged|syzbot|linux-next: )/i;
const COPY_TAGS: ReadonlySet<string> = new Set(['autosel', 'stable', 'backport']);

/**
 * Whether a series asks for review of new work. Copies for stable kernels (`AUTOSEL`, `5.10 12/345`, but not `for v5.9`), pull requests and
 * the notices of robots do not: they repeat what was submitted elsewhere.
 */
export function isSubmission(subject: string): boolean {
  const parsed = parseSubject(subject);
  return !parsed.isPull && !NOTICE.test(parsed.title) && !isCopy(parsed);
}

function isCopy({ tags }: Subject): boolean {
  return tags.some(
    (tag) => COPY_TAGS.has(tag) || /^\d\.\d{1,3}(?:\.y|-stable)?$/.test(tag) || /-(?:stable|rc\d)$/.test(tag),
  );
}
