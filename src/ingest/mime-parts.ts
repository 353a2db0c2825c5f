import type { Problem } from '../problem.ts';
import { NOWHERE } from '../problem.ts';
import { type Parameterized, readFilename, readParameterized } from './content-type.ts';
import { type HeaderField, headerValue, lineEnd, readHeaders } from './headers.ts';
import type { IngestLimits } from './limits.ts';
import { readTransferEncoding, type TransferEncoding } from './transfer-encoding.ts';

/** A leaf of a mail's MIME tree, still packed for transport; `body` is one character per byte. */
export interface MimePart {
  readonly contentType: string;
  readonly charset: string | null;
  readonly isFlowed: boolean;
  readonly delSp: boolean;
  readonly encoding: TransferEncoding;
  readonly filename: string | null;
  readonly isAttachment: boolean;
  readonly body: string;
}

export interface MimeParts {
  readonly parts: readonly MimePart[];
  /** The closing boundary of a multipart is missing: the document may have been cut. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

interface Entity {
  readonly fields: readonly HeaderField[];
  readonly body: string;
  readonly depth: number;
}

/**
 * The text and attachment parts of a mail in order. Of multipart/alternative only the plain text is kept, of
 * multipart/signed not the signature; a mail inside the mail is not opened.
 */
export function collectParts(fields: readonly HeaderField[], body: string, limits: IngestLimits): MimeParts {
  const parts: MimePart[] = [];
  const problems: Problem[] = [];
  const waiting: Entity[] = [{ fields, body, depth: 0 }];
  let isCut = false;
  let seen = 0;
  for (let entity = waiting.pop(); entity !== undefined; entity = waiting.pop()) {
    const type = contentTypeOf(entity);
    if (!type.value.startsWith('multipart/')) {
      parts.push(leaf(entity, type));
      continue;
    }
    const opened = openMultipart(entity, type, limits);
    seen += opened.children.length;
    problems.push(...opened.problems);
    isCut ||= opened.isCut;
    if (seen > limits.mimePartsMax) {
      problems.push(tooMany('MIME parts', seen, limits.mimePartsMax));
      break;
    }
    waiting.push(...opened.children.toReversed());
  }
  return { parts, isCut, problems };
}

function contentTypeOf(entity: Entity): Parameterized {
  const said = headerValue(entity, 'content-type');
  return said === null ? UNSAID_TYPE : readParameterized(said);
}

/** Source: RFC 2045 section 5.2. */
const UNSAID_TYPE = readParameterized('text/plain');

function leaf(entity: Entity, type: Parameterized): MimePart {
  const disposition = readParameterized(headerValue(entity, 'content-disposition') ?? '');
  return {
    contentType: type.value.includes('/') ? type.value : 'text/plain',
    charset: type.parameters.get('charset') ?? null,
    isFlowed: type.parameters.get('format')?.toLowerCase() === 'flowed',
    delSp: type.parameters.get('delsp')?.toLowerCase() === 'yes',
    encoding: readTransferEncoding(headerValue(entity, 'content-transfer-encoding')),
    filename: readFilename(disposition, type),
    isAttachment: disposition.value === 'attachment',
    body: entity.body,
  };
}

interface Opened {
  readonly children: readonly Entity[];
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

function openMultipart(entity: Entity, type: Parameterized, limits: IngestLimits): Opened {
  if (entity.depth >= limits.mimeDepthMax) {
    return refused(tooMany('MIME levels', entity.depth + 1, limits.mimeDepthMax));
  }
  const boundary = type.parameters.get('boundary') ?? '';
  if (boundary === '' || type.repeated.includes('boundary')) {
    const why = boundary === '' ? 'a multipart without a boundary' : 'a multipart with two boundaries';
    return refused({ code: 'mime-ambiguous', why, at: NOWHERE });
  }
  const split = splitAtBoundary(entity.body, boundary, limits.mimePartsMax);
  const children = split.sections.map((section) => entityOf(section, entity.depth + 1, limits));
  return { children: keptOf(type.value, children), isCut: !split.isClosed, problems: [] };
}

function refused(problem: Problem): Opened {
  return { children: [], isCut: false, problems: [problem] };
}

function entityOf(section: string, depth: number, limits: IngestLimits): Entity {
  const head = readHeaders(section, 0, limits);
  return { fields: head.fields, body: section.slice(head.bodyStart), depth };
}

/** Which parts of a multipart speak to the reader. */
function keptOf(type: string, children: readonly Entity[]): readonly Entity[] {
  if (type === 'multipart/signed') return children.slice(0, 1);
  if (type !== 'multipart/alternative') return children;
  const plain = children.find((child) => contentTypeOf(child).value === 'text/plain');
  const nested = children.find((child) => contentTypeOf(child).value.startsWith('multipart/'));
  const kept = plain ?? nested ?? children[0];
  return kept === undefined ? [] : [kept];
}

/** Cuts a body at its boundary lines. The line feed before a boundary belongs to the boundary (RFC 2046 section 5.1.1). */
function splitAtBoundary(body: string, boundary: string, sectionsMax: number) {
  const mark = `--${boundary}`;
  const sections: string[] = [];
  let start = -1;
  for (let at = nextMark(body, mark, 0); at >= 0; at = nextMark(body, mark, at + mark.length)) {
    if (start >= 0) sections.push(withoutLastFeed(body.slice(start, at)));
    if (body.startsWith('--', at + mark.length)) return { sections, isClosed: true };
    if (sections.length > sectionsMax) return { sections, isClosed: true };
    start = lineEnd(body, at) + 1;
  }
  if (start >= 0) sections.push(body.slice(start));
  return { sections, isClosed: false };
}

function nextMark(body: string, mark: string, from: number): number {
  let at = body.indexOf(mark, from);
  while (at >= 0 && !isMarkLine(body, mark, at)) at = body.indexOf(mark, at + mark.length);
  return at;
}

function isMarkLine(body: string, mark: string, at: number): boolean {
  if (at > 0 && body[at - 1] !== '\n') return false;
  const rest = body.slice(at + mark.length, Math.min(lineEnd(body, at), at + mark.length + 20)).trimEnd();
  return rest === '' || rest === '--';
}

function withoutLastFeed(section: string): string {
  if (section.endsWith('\r\n')) return section.slice(0, -2);
  return section.endsWith('\n') ? section.slice(0, -1) : section;
}

function tooMany(what: string, count: number, limit: number): Problem {
  return { code: 'too-many', what, count, limit, at: NOWHERE };
}
