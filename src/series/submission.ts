import { parseSubject, type Subject } from './subject.ts';

/**
 * What a series is sent for. Only a submission asks for review of new work; the others repeat what was submitted
 * elsewhere.
 */
export type Purpose = 'submission' | 'stable-copy' | 'pull-request' | 'notice';

/** Robots and reviewers of stable trees, by how their subjects begin. */
const NOTICE =
  /^(?:patch ".{1,300}" (?:added to|has been added)|failed: patch|\[?merged|syzbot|linux-next: )/i;
const COPY_TAGS: ReadonlySet<string> = new Set(['autosel', 'stable', 'backport']);

/** The purpose that a subject tells: `AUTOSEL` and `5.10 12/345` are copies for stable kernels, `for v5.9` is none. */
export function purposeOf(subject: string): Purpose {
  const parsed = parseSubject(subject);
  if (parsed.isPull) return 'pull-request';
  if (NOTICE.test(parsed.title) || isOfRobot(parsed)) return 'notice';
  return isCopy(parsed) ? 'stable-copy' : 'submission';
}

/** A robot's report carries its name in brackets; a patch that answers it is no report. */
function isOfRobot({ tags, isPatch }: Subject): boolean {
  return !isPatch && tags.includes('syzbot');
}

function isCopy({ tags }: Subject): boolean {
  return tags.some(
    (tag) => COPY_TAGS.has(tag) || /^\d\.\d{1,3}(?:\.y|-stable)?$/.test(tag) || /-(?:stable|rc\d)$/.test(tag),
  );
}
