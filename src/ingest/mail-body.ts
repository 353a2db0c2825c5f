import { NOWHERE, type Problem } from '../problem.ts';
import { decodeOctets } from './charset.ts';
import { withoutArmor } from './clearsigned.ts';
import { readFileHead } from './file-head.ts';
import { unflow } from './flowed.ts';
import type { HeaderField } from './headers.ts';
import type { Attachment } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { withLineFeeds } from './line-feeds.ts';
import { collectParts, type MimePart } from './mime-parts.ts';
import { unpack } from './transfer-encoding.ts';
import { findUuencoded } from './uuencode.ts';

/** What a mail says below its headers. */
export interface Body {
  readonly text: string;
  readonly octets: string;
  readonly attachments: readonly Attachment[];
  /** A part is packed in a way that we do not unpack. */
  readonly isOdd: boolean;
  readonly problems: readonly Problem[];
}

/** Reads the text of a mail and the patches attached to it; every line of `octets` is the same line of `text`. */
export function readBody(fields: readonly HeaderField[], body: string, limits: IngestLimits): Body {
  const found = collectParts(fields, body, limits);
  const problems: Problem[] = [...found.problems];
  const inline: Attachment[] = [];
  const attachments: Attachment[] = [];
  for (const part of found.parts) {
    const place = placeOf(part);
    if (place === 'nowhere') continue;
    const read = readPart(part, limits);
    problems.push(...read.problems);
    if (place === 'inline') {
      inline.push(read.value);
      attachments.push(...filesIn(read.value.octets, limits));
    } else if (!read.value.octets.includes('\0'))
      attachments.push({ ...read.value, head: readFileHead(read.value.octets, limits) });
  }
  if (found.isCut)
    problems.push({ code: 'input-truncated', why: 'the last MIME boundary is missing', at: NOWHERE });
  if (inline.length === 0 && attachments.length === 0)
    problems.push({ code: 'plain-text-missing', at: NOWHERE });
  return {
    text: inline.map((part) => part.text).join('\n'),
    octets: inline.map((part) => part.octets).join('\n'),
    attachments,
    isOdd: found.parts.some((part) => part.encoding === 'odd' && placeOf(part) !== 'nowhere'),
    problems,
  };
}

const PATCH_TYPES: ReadonlySet<string> = new Set([
  'text/x-patch',
  'text/x-diff',
  'text/x-csrc',
  'text/x-chdr',
  'application/octet-stream',
  'application/x-patch',
  'application/x-diff',
  'text/diff',
  'text/patch',
  'application/mbox',
  'application/x-extension-patch',
]);

/** Mailers that do not know a patch send it as anything. */
const PATCH_NAME = /\.(?:patch|diff)$/i;

/** Text without a file name is what the sender wrote; text with one, and patch types, may hold a patch. */
function placeOf(part: MimePart): 'inline' | 'attached' | 'nowhere' {
  if (part.contentType === 'text/plain')
    return part.filename === null && !part.isAttachment ? 'inline' : 'attached';
  if (PATCH_TYPES.has(part.contentType) || PATCH_NAME.test(part.filename ?? '')) return 'attached';
  return 'nowhere';
}

/** Files that the sender put into the text with uuencode, those that are text. */
function filesIn(octets: string, limits: IngestLimits): readonly Attachment[] {
  const files = findUuencoded(octets, limits.mimePartsMax).filter((file) => !file.octets.includes('\0'));
  return files.map(({ filename, octets: unpacked }) => {
    const plain = cutLongLines(withLineFeeds(unpacked), limits.lineCharactersMax).octets;
    const { text } = decodeOctets(plain, null);
    const head = readFileHead(plain, limits);
    return { filename, contentType: 'application/octet-stream', text, octets: plain, head };
  });
}

function readPart(part: MimePart, limits: IngestLimits): { value: Attachment; problems: readonly Problem[] } {
  const unpacked = withoutArmor(withLineFeeds(unpack(part.body, part.encoding)));
  const flat = part.isFlowed ? unflow(unpacked, part.delSp) : unpacked;
  const cut = cutLongLines(flat, limits.lineCharactersMax);
  const decoded = decodeOctets(cut.octets, part.charset);
  const problems: Problem[] = [];
  if (cut.longest > limits.lineCharactersMax) {
    const limitCharacters = limits.lineCharactersMax;
    problems.push({ code: 'line-too-long', characters: cut.longest, limitCharacters, at: NOWHERE });
  }
  if (decoded.unknown !== null)
    problems.push({ code: 'charset-unknown', charset: decoded.unknown, at: NOWHERE });
  const { filename, contentType } = part;
  const text = readable(decoded.text);
  return { value: { filename, contentType, text, octets: cut.octets, head: null }, problems };
}

/** NUL is nothing to a reader, and a carriage return inside a line a blank. */
function readable(text: string): string {
  const some = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return some.includes('\r') ? some.replaceAll('\r', ' ') : some;
}

function cutLongLines(octets: string, charactersMax: number): { octets: string; longest: number } {
  if (octets.length <= charactersMax) return { octets, longest: 0 };
  const lines = octets.split('\n');
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (longest <= charactersMax) return { octets, longest };
  return { octets: lines.map((line) => line.slice(0, charactersMax)).join('\n'), longest };
}
