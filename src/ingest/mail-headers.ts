import { NOWHERE, type Problem } from '../problem.ts';
import { isAddress, readAddressList } from './addresses.ts';
import type { Unkeyed } from './build-letter.ts';
import { decodeHeader } from './encoded-word.ts';
import { foldedValues, headerValue, headerValues, type RawMessage } from './headers.ts';
import { readInReplyTo, readMessageId, readReferences } from './identifiers.ts';
import type { Address } from './letter.ts';
import type { IngestLimits } from './limits.ts';
import { readMailDate } from './mail-date.ts';
import { originalSender } from './original-sender.ts';
import { added } from './short-list.ts';

/** What the headers of a mail say, the body apart. */
export type Headings = Pick<
  Unkeyed,
  | 'messageId'
  | 'otherIds'
  | 'inReplyTo'
  | 'references'
  | 'from'
  | 'to'
  | 'cc'
  | 'date'
  | 'subject'
  | 'listId'
  | 'autoSubmitted'
>;

type PeopleHeader = 'from' | 'to' | 'cc';
const NONE: readonly string[] = [];

export interface ReadHeadings {
  readonly said: Headings;
  /** Headers of people in a form that is left to the MIME library. */
  readonly odd: readonly PeopleHeader[];
  readonly problems: readonly Problem[];
}

/** Reads the headers that a letter keeps. Ids come from the raw text, never from a decoded one. */
export function readHeadings(head: RawMessage, limits: IngestLimits): ReadHeadings {
  const from = readPeople(head, 'from', limits);
  const to = readPeople(head, 'to', limits);
  const cc = readPeople(head, 'cc', limits);
  const date = headerValue(head, 'date');
  const [messageId = null, ...otherIds] = readMessageIds(head);
  const said = {
    messageId,
    otherIds,
    inReplyTo: readFirstReply(head, [from.people, to.people, cc.people]),
    references: readAllReferences(head, limits.referencesMax),
    from: readSender(head, from.people[0], limits),
    to: to.people,
    cc: cc.people,
    date: date === null ? null : readMailDate(date),
    subject: decodeHeader(headerValue(head, 'subject') ?? ''),
    listId: readListId(headerValue(head, 'list-id')),
    autoSubmitted: readAutoSubmitted(headerValue(head, 'auto-submitted')),
  };
  const odd = [from, to, cc].filter((one) => one.isOdd).map((one) => one.name);
  return { said, odd, problems: problemsOf(head, said) };
}

function readPeople(head: RawMessage, name: PeopleHeader, limits: IngestLimits) {
  const lists = foldedValues(head, name).map((folded) => readAddressList(folded, limits.addressesMax));
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return { name, people: only.addresses, isOdd: only.isOdd };
  const people = lists.flatMap((list) => list.addresses).slice(0, limits.addressesMax);
  return { name, people, isOdd: lists.some((list) => list.isOdd) };
}

/** The first that can be read names the letter. */
function readMessageIds(head: RawMessage): readonly string[] {
  let ids: string[] | null = null;
  for (const value of headerValues(head, 'message-id')) {
    const id = readMessageId(value);
    if (id !== null) ids = added(ids, id);
  }
  if (ids === null) return NONE;
  return ids.length < 2 ? ids : [...new Set(ids)];
}

/** People once typed addresses where git-send-email asked for an id: those of the mail's own people are none. */
function readFirstReply(head: RawMessage, people: readonly (readonly Address[])[]): string | null {
  for (const value of headerValues(head, 'in-reply-to')) {
    for (const id of readInReplyTo(value)) if (!people.some((some) => isAmong(id, some))) return id;
  }
  return null;
}

function isAmong(id: string, people: readonly Address[]): boolean {
  for (const { address } of people) if (address === id) return true;
  return false;
}

function readAllReferences(head: RawMessage, idsMax: number): readonly string[] {
  const values = foldedValues(head, 'references');
  if (values.length <= 1) return readReferences(values[0] ?? '', idsMax);
  return [...new Set(values.flatMap((value) => readReferences(value, idsMax)))].slice(0, idsMax);
}

function readSender(head: RawMessage, first: Address | undefined, limits: IngestLimits): Address | null {
  const from = first ?? namedOnly(headerValue(head, 'from'));
  return unmasked(originalSender(head, from, limits.addressesMax));
}

/** A page saved as a mail keeps the mask that the archive put over the domain: "ada@xxxxxxxxxxx". */
function unmasked(person: Address | null): Address | null {
  const isMasked = person?.address != null && /@x{4,}(?:\.x+)*$/i.test(person.address);
  return isMasked ? { name: person.name, address: null } : person;
}

/** A From that gives a name and no address, as pages leave it. */
function namedOnly(raw: string | null): Address | null {
  const name = raw === null ? '' : decodeHeader(raw).slice(0, 200);
  return name === '' || isAddress(name) ? null : { name, address: null };
}

function readListId(raw: string | null): string | null {
  return raw === null ? null : (/<([^<>\s]{1,200})>/.exec(raw)?.[1] ?? null);
}

/** "no" is what a person's mailer may say. */
function readAutoSubmitted(raw: string | null): string | null {
  const keyword = raw?.split(/[\s;(]/, 1)[0]?.toLowerCase() ?? '';
  return keyword === '' || keyword === 'no' ? null : keyword.slice(0, 40);
}

/** Headers of which another reader might take the last. */
const SINGLE = [
  { header: 'From', name: 'from' },
  { header: 'Subject', name: 'subject' },
  { header: 'Date', name: 'date' },
  { header: 'Message-ID', name: 'message-id' },
  { header: 'Content-Type', name: 'content-type' },
];

function problemsOf(head: RawMessage, said: Headings): readonly Problem[] {
  const problems: Problem[] = [];
  const id = headerValue(head, 'message-id');
  const date = headerValue(head, 'date');
  if (id !== null && said.messageId === null) {
    problems.push({ code: 'message-id-unreadable', text: id.slice(0, 100), at: NOWHERE });
  }
  if (date !== null && said.date === null) {
    problems.push({ code: 'date-unreadable', text: date.slice(0, 100), at: NOWHERE });
  }
  for (const { header, name } of SINGLE)
    if (isContradicted(head, name)) problems.push({ code: 'header-repeated', header, at: NOWHERE });
  return problems;
}

/** Whether two fields of that name say different things. */
function isContradicted({ fields }: RawMessage, name: string): boolean {
  let first: string | null = null;
  for (const field of fields) {
    if (field.name !== name) continue;
    if (first !== null && field.folded.trim() !== first.trim()) return true;
    first ??= field.folded;
  }
  return false;
}
