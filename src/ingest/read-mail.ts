import { NOWHERE, type Place, type Problem } from '../problem.ts';
import { isAddress, readAddressList } from './addresses.ts';
import { buildLetter, type Unkeyed } from './build-letter.ts';
import { decodeOctets } from './charset.ts';
import { decodeHeader } from './encoded-word.ts';
import { unflow } from './flowed.ts';
import { type HeaderField, headerValue, headerValues, type RawMessage, readHeaders } from './headers.ts';
import { readInReplyTo, readMessageId, readReferences } from './identifiers.ts';
import type { Address, Attachment, Letter } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { readMailDate } from './mail-date.ts';
import type { MimeParser } from './mime.ts';
import { collectParts, type MimePart } from './mime-parts.ts';
import { unpack } from './transfer-encoding.ts';

export interface ReadSettings {
  readonly limits: IngestLimits;
  readonly mime: MimeParser;
}

/**
 * Reads one mail held as one character per byte. Always gives a letter: what could not be read is null or empty
 * and stands among its problems.
 */
export async function readMail(octets: string, settings: ReadSettings): Promise<Letter> {
  const { limits } = settings;
  if (octets.length > limits.letterBytesMax) {
    const bytes = octets.length;
    return readWithin(octets.slice(0, limits.letterBytesMax), settings, [
      { code: 'letter-too-large', bytes, limitBytes: limits.letterBytesMax, at: NOWHERE },
    ]);
  }
  return readWithin(octets, settings, []);
}

async function readWithin(
  octets: string,
  settings: ReadSettings,
  known: readonly Problem[],
): Promise<Letter> {
  const head = readHeaders(octets, 0, settings.limits);
  const messageId = readMessageId(headerValue(head, 'message-id') ?? '');
  const at: Place = { messageId, line: null };
  const headers = await readKnownHeaders(head, messageId, settings);
  const body = readBody(head.fields, octets.slice(head.bodyStart), settings.limits);
  const problems = [
    ...known,
    ...headProblems(head, octets, settings.limits),
    ...headers.problems,
    ...body.problems,
  ];
  const mended = body.isOdd ? await readByLibrary(octets, settings.mime) : null;
  return buildLetter({
    ...headers.said,
    ...(mended ?? { text: body.text, octets: body.octets, attachments: body.attachments }),
    messageId,
    problems: problems.map((problem) => placed(problem, at)),
  });
}

function placed(problem: Problem, at: Place): Problem {
  return problem.at === NOWHERE ? { ...problem, at } : problem;
}

function headProblems(head: RawMessage, octets: string, limits: IngestLimits): readonly Problem[] {
  if (head.endedBy !== 'end') return [];
  if (head.fields.length >= limits.headerFieldsMax) {
    const count = head.fields.length;
    return [{ code: 'too-many', what: 'header fields', count, limit: limits.headerFieldsMax, at: NOWHERE }];
  }
  if (octets.length < limits.headerBytesMax) return [];
  return [
    {
      code: 'too-many',
      what: 'header bytes',
      count: octets.length,
      limit: limits.headerBytesMax,
      at: NOWHERE,
    },
  ];
}

interface KnownHeaders {
  readonly said: Partial<Unkeyed>;
  readonly problems: readonly Problem[];
}

async function readKnownHeaders(
  head: RawMessage,
  messageId: string | null,
  settings: ReadSettings,
): Promise<KnownHeaders> {
  const { referencesMax } = settings.limits;
  const references = headerValues(head, 'references').flatMap((value) =>
    readReferences(value, referencesMax),
  );
  const inReplyTo = headerValues(head, 'in-reply-to').flatMap(readInReplyTo);
  const dateText = headerValue(head, 'date');
  const date = dateText === null ? null : readMailDate(dateText);
  const [from = null] = await readPeople(head, 'from', settings);
  const said = {
    inReplyTo: inReplyTo[0] ?? null,
    references: [...new Set(references)].slice(0, referencesMax),
    from: from ?? namedOnly(headerValue(head, 'from')),
    to: await readPeople(head, 'to', settings),
    cc: await readPeople(head, 'cc', settings),
    date,
    subject: decodeHeader(headerValue(head, 'subject') ?? ''),
    listId: readListId(headerValue(head, 'list-id')),
  };
  return { said, problems: headerProblems(head, messageId, { text: dateText, date }) };
}

function headerProblems(
  head: RawMessage,
  messageId: string | null,
  dated: { readonly text: string | null; readonly date: string | null },
): readonly Problem[] {
  const problems: Problem[] = [];
  const rawId = headerValue(head, 'message-id');
  if (rawId !== null && messageId === null) {
    problems.push({ code: 'message-id-unreadable', text: rawId.slice(0, 100), at: NOWHERE });
  }
  if (dated.text !== null && dated.date === null) {
    problems.push({ code: 'date-unreadable', text: dated.text.slice(0, 100), at: NOWHERE });
  }
  if (new Set(headerValues(head, 'from')).size > 1) {
    problems.push({ code: 'header-repeated', header: 'From', at: NOWHERE });
  }
  return problems;
}

async function readPeople(
  head: RawMessage,
  name: string,
  settings: ReadSettings,
): Promise<readonly Address[]> {
  const people: Address[] = [];
  for (const raw of headerValues(head, name)) {
    const list = readAddressList(raw, settings.limits.addressesMax);
    people.push(...(list.isOdd ? await settings.mime.readAddresses(raw) : list.addresses));
    if (people.length >= settings.limits.addressesMax) break;
  }
  return people.slice(0, settings.limits.addressesMax);
}

/** A From that gives a name and no address, as pages leave it. */
function namedOnly(raw: string | null): Address | null {
  const name = raw === null ? '' : decodeHeader(raw).slice(0, 200);
  return name === '' || isAddress(name) ? null : { name, address: null };
}

function readListId(raw: string | null): string | null {
  const inner = /<([^<>\s]{1,200})>/.exec(raw ?? '')?.[1];
  return inner ?? null;
}

interface Body {
  readonly text: string;
  readonly octets: string;
  readonly attachments: readonly Attachment[];
  readonly isOdd: boolean;
  readonly problems: readonly Problem[];
}

function readBody(fields: readonly HeaderField[], body: string, limits: IngestLimits): Body {
  const found = collectParts(fields, body, limits);
  const problems: Problem[] = [...found.problems];
  const inline: Attachment[] = [];
  const attachments: Attachment[] = [];
  for (const part of found.parts) {
    const place = placeOf(part);
    if (place === 'nowhere') continue;
    const read = readPart(part, limits);
    problems.push(...read.problems);
    if (place === 'inline') inline.push(read.value);
    else if (!read.value.octets.includes('\0')) attachments.push(read.value);
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

/** Text without a file name is what the sender wrote; text with one, and patch types, may hold a patch. */
function placeOf(part: MimePart): 'inline' | 'attached' | 'nowhere' {
  if (part.contentType === 'text/plain')
    return part.filename === null && !part.isAttachment ? 'inline' : 'attached';
  if (PATCH_TYPES.has(part.contentType)) return 'attached';
  return 'nowhere';
}

function readPart(part: MimePart, limits: IngestLimits): { value: Attachment; problems: readonly Problem[] } {
  const unpacked = withLineFeeds(unpack(part.body, part.encoding));
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
  const text = decoded.text.includes('\0') ? decoded.text.replaceAll('\0', '') : decoded.text;
  return { value: { filename, contentType, text, octets: cut.octets }, problems };
}

/** Line ends become LF, and a carriage return inside a line a blank. */
function withLineFeeds(octets: string): string {
  if (!octets.includes('\r')) return octets;
  return octets.replaceAll(/\r{1,3}\n/g, '\n').replaceAll('\r', ' ');
}

function cutLongLines(octets: string, charactersMax: number): { octets: string; longest: number } {
  if (octets.length <= charactersMax) return { octets, longest: 0 };
  const lines = octets.split('\n');
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (longest <= charactersMax) return { octets, longest };
  return { octets: lines.map((line) => line.slice(0, charactersMax)).join('\n'), longest };
}

async function readByLibrary(octets: string, mime: MimeParser): Promise<Partial<Unkeyed> | null> {
  const mail = await mime.readMail(Buffer.from(octets, 'latin1'));
  if (mail === null) return null;
  const text = withLineFeeds(mail.text ?? '');
  const attachments = mail.attachments.map(({ filename, contentType, content }) => {
    const octetsOf = withLineFeeds(Buffer.from(content).toString('latin1'));
    return { filename, contentType, text: decodeOctets(octetsOf, null).text, octets: octetsOf };
  });
  return { text, octets: Buffer.from(text, 'utf8').toString('latin1'), attachments };
}
