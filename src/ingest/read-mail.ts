import { NOWHERE, type Place, type Problem } from '../problem.ts';
import { buildLetter, type Unkeyed } from './build-letter.ts';
import { decodeOctets } from './charset.ts';
import { readFileHead } from './file-head.ts';
import { headerValues, type RawMessage, readHeaders } from './headers.ts';
import type { Letter } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { withLineFeeds } from './line-feeds.ts';
import { type Body, readBody } from './mail-body.ts';
import { type ReadHeadings, readHeadings } from './mail-headers.ts';
import type { MimeParser } from './mime.ts';
import { sentDate } from './received-date.ts';

export interface ReadSettings {
  readonly limits: IngestLimits;
  readonly mime: MimeParser;
}

const NO_BODY: Body = { text: '', octets: '', attachments: [], isOdd: false, problems: [] };

/**
 * Reads one mail held as one character per byte. Always gives a letter: what could not be read is null or empty
 * and stands among its problems. The MIME library is asked only for what is odd.
 */
export async function readMail(whole: string, settings: ReadSettings): Promise<Letter> {
  const { limits } = settings;
  const octets = whole.length > limits.letterBytesMax ? whole.slice(0, limits.letterBytesMax) : whole;
  const head = readHeaders(octets, 0, limits);
  const headings = readHeadings(head, limits);
  const tooBig = headProblems(whole.length, head, limits);
  const body = tooBig.length > 0 ? NO_BODY : readBody(head.fields, octets.slice(head.bodyStart), limits);
  const people = headings.odd.length > 0 ? await readOddPeople(head, headings, settings) : headings.said;
  const mended = body.isOdd ? await readByLibrary(octets, settings) : null;
  const { text, octets: bodyOctets, attachments } = mended ?? body;
  const date = sentDate(octets.slice(0, head.bodyStart), headings.said.date, limits.dateAheadDaysMax);
  const problems = [
    ...aheadProblems(headings.said.date, date),
    ...sizeProblems(whole.length, limits),
    ...tooBig,
    ...headings.problems,
    ...body.problems,
  ];
  const { messageId, otherIds, inReplyTo, references, subject, listId, autoSubmitted } = headings.said;
  return buildLetter({
    messageId,
    otherIds,
    inReplyTo,
    references,
    from: people.from,
    to: people.to,
    cc: people.cc,
    date,
    subject,
    listId,
    autoSubmitted,
    text,
    octets: bodyOctets,
    attachments,
    source: 'mail',
    problems: problems.length === 0 ? problems : placed(problems, { messageId, line: null }),
  });
}

function aheadProblems(said: string | null, date: string | null): readonly Problem[] {
  return said === null || said === date ? [] : [{ code: 'date-unreadable', text: said, at: NOWHERE }];
}

function sizeProblems(bytes: number, limits: IngestLimits): readonly Problem[] {
  const limitBytes = limits.letterBytesMax;
  return bytes > limitBytes ? [{ code: 'letter-too-large', bytes, limitBytes, at: NOWHERE }] : [];
}

/** Headers that go on beyond a bound: where the body begins is not known then. */
function headProblems(bytes: number, head: RawMessage, limits: IngestLimits): readonly Problem[] {
  const { headerFieldsMax, headerBytesMax } = limits;
  if (head.endedBy !== 'end') return [];
  if (head.fieldCount >= headerFieldsMax) {
    return [
      {
        code: 'too-many',
        what: 'header fields',
        count: head.fieldCount,
        limit: headerFieldsMax,
        at: NOWHERE,
      },
    ];
  }
  if (bytes < headerBytesMax) return [];
  return [{ code: 'too-many', what: 'header bytes', count: bytes, limit: headerBytesMax, at: NOWHERE }];
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

async function readByLibrary(
  octets: string,
  { limits, mime }: ReadSettings,
): Promise<Pick<Unkeyed, 'text' | 'octets' | 'attachments'> | null> {
  const mail = await mime.readMail(Buffer.from(octets, 'latin1'));
  if (mail === null) return null;
  const text = withLineFeeds(mail.text ?? '');
  const attachments = mail.attachments.map(({ filename, contentType, content }) => {
    const octetsOf = withLineFeeds(Buffer.from(content).toString('latin1'));
    const { text: decoded } = decodeOctets(octetsOf, null);
    return { filename, contentType, text: decoded, octets: octetsOf, head: readFileHead(octetsOf, limits) };
  });
  return { text, octets: Buffer.from(text, 'utf8').toString('latin1'), attachments };
}
