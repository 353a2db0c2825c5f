import { readHeaders } from './headers.ts';
import type { FileHead } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { readHeadings } from './mail-headers.ts';

/** What a file that came with a mail says of itself, where it is a mail as git format-patch writes one; null for any other. */
export function readFileHead(octets: string, limits: IngestLimits): FileHead | null {
  const head = readHeaders(octets, 0, limits);
  if (head.endedBy !== 'empty-line' || !head.fields.some(({ name }) => name === 'subject')) return null;
  const { from, subject } = readHeadings(head, limits).said;
  return { from, subject, lines: octets.slice(0, head.bodyStart).split('\n').length - 1 };
}
