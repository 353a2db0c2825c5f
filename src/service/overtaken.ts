import { parseSubject } from '../series/subject.ts';

/** What of a series tells its versions apart. */
export interface Posted {
  /** Without prefixes. */
  readonly subject: string;
  readonly version: number;
}

export const OVERTAKEN = 'there is a newer version of the series';

/**
 * Whether one of these mails of the same author is a newer version of the series. It may have come in a thread of its
 * own, and before the older one did.
 */
export function isOvertaken({ subject, version }: Posted, subjects: readonly string[]): boolean {
  const title = parseSubject(subject).title.toLowerCase();
  if (title === '') return false;
  return subjects.some((text) => {
    const read = parseSubject(text);
    const isVersion = read.isPatch && !read.isReply && !read.isForward;
    return isVersion && read.title.toLowerCase() === title && (read.version ?? 1) > version;
  });
}
