import { NOWHERE, type Place, type Problem } from '../problem.ts';
import { buildLetter, type Unkeyed } from './build-letter.ts';
import { decodeOctets } from './charset.ts';
import { headerValues, type RawMessage, readHeaders } from './headers.ts';
import type { Letter } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { withLineFeeds } from './line-feeds.ts';
import { readBody } from './mail-body.ts';
import { type ReadHeadings, readHeadings } from './mail-headers.ts';
import type { MimeParser } from './mime.ts';

export interface ReadSettings {
  readonly limits: IngestLimits;
  readonly mime: MimeParser;
}

/**
 * Reads one mail held as one character per byte. Always gives a letter: what could not be read is null or empty
 * and stands among its problems. The MIME library is asked only for what is odd.
 */
export async function readMail(whole: string, settings: ReadSettings): Promise<Letter> {
  const { limits, mime } = settings;
  const octets = whole.length > limits.letterBytesMax ? whole.slice(0, limits.letterBytesMax) : whole;
  const head = readHeaders(octets, 0, limits);
  const headings = readHeadings(head, limits);
  const body = readBody(head.fields, octets.slice(head.bodyStart), limits);
  const people = headings.odd.length > 0 ? await readOddPeople(head, headings, settings) : {};
  const mended = body.isOdd ? await readByLibrary(octets, mime) : null;
  const { text, octets: bodyOctets, attachments } = body;
  const problems = [...sizeProblems(whole.length, head, limits), ...headings.problems, ...body.problems];
  return buildLetter({
    ...headings.said,
    ...people,
    ...(mended ?? { text, octets: bodyOctets, attachments }),
    problems: placed(problems, { messageId: headings.said.messageId, line: null }),
  });
}

function sizeProblems(bytes: number, head: RawMessage, limits: IngestLimits): readonly Problem[] {
  const problems: Problem[] = [];
  const { letterBytesMax, headerFieldsMax, headerBytesMax } = limits;
  if (bytes > letterBytesMax) {
    problems.push({ code: 'letter-too-large', bytes, limitBytes: letterBytesMax, at: NOWHERE });
  }
  if (head.endedBy === 'end' && head.fieldCount >= headerFieldsMax) {
    const count = head.fieldCount;
    problems.push({ code: 'too-many', what: 'header fields', count, limit: headerFieldsMax, at: NOWHERE });
  } else if (head.endedBy === 'end' && bytes >= headerBytesMax) {
    problems.push({
      code: 'too-many',
      what: 'header bytes',
      count: bytes,
      limit: headerBytesMax,
      at: NOWHERE,
    });
  }
  return problems;
}

function placed(problems: readonly Problem[], at: Place): readonly Problem[] {
  return problems.map((problem) => (problem.at === NOWHERE ? { ...problem, at } : problem));
}

/** Groups, routes and the like, opened by the library. */
async function readOddPeople(
  head: RawMessage,
  { said, odd }: ReadHeadings,
  settings: ReadSettings,
): Promise<Pick<Unkeyed, 'from' | 'to' | 'cc'>> {
  const open = async (name: 'from' | 'to' | 'cc') => {
    const lists = await Promise.all(headerValues(head, name).map((raw) => settings.mime.readAddresses(raw)));
    return lists.flat().slice(0, settings.limits.addressesMax);
  };
  return {
    from: odd.includes('from') ? ((await open('from'))[0] ?? said.from) : said.from,
    to: odd.includes('to') ? await open('to') : said.to,
    cc: odd.includes('cc') ? await open('cc') : said.cc,
  };
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
