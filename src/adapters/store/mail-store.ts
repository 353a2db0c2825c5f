import { sql } from 'kysely';
import type { Ingested, LetterFacts, MailStore, Received } from '../../ports/mail-store.ts';
import { threadKey } from '../../service/job-keys.ts';
import { writeAudit } from './audit.ts';
import { insertSilence } from './insert-silence.ts';
import { planThread } from './plan-thread.ts';
import type { Change, Database } from './schema.ts';

const SUBJECTS_MAX = 1_000;

/** Words of a mail are looked for as they stand. */
const escaped = (words: string): string => plain(words).replaceAll(/[!%_]/g, (sign) => `!${sign}`);

/** PostgreSQL refuses NUL in a text, and a mail may hold any byte. */
const plain = (text: string): string => text.replaceAll('\0', '');
const plainOrNull = (text: string | null): string | null => (text === null ? null : plain(text));

export function mailStore({ tables, change }: Database): MailStore {
  return {
    async receive(document, nowMs) {
      return change((within) => insertDocument(within, document, nowMs));
    },

    receiveAll(documents, nowMs) {
      return change(async (within) => {
        const fresh: string[] = [];
        // A millisecond apart, so that they are read in the order they came.
        for (const [index, document] of documents.entries())
          if (await insertDocument(within, document, nowMs + index)) fresh.push(document.key);
        return fresh;
      });
    },

    async findDocument(key) {
      const row = await tables
        .selectFrom('document')
        .select(['key', 'list', 'topic', 'bytes'])
        .where('key', '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    fileLetters: (ingested) => change((within) => fileLetters(within, ingested)),

    async finishDocument(key) {
      await tables.updateTable('document').set({ state: 'filed' }).where('key', '=', key).execute();
    },

    async listDocuments(thread) {
      return tables
        .selectFrom('document')
        .select(['key', 'list', 'topic', 'bytes'])
        .where('key', 'in', (nested) =>
          nested
            .selectFrom('letter')
            .select('document')
            .where('thread', '=', thread)
            .where('is_current', '=', 1),
        )
        .orderBy('received_at_ms')
        .orderBy('key')
        .execute();
    },

    async findThread(messageId) {
      const row = await tables
        .selectFrom('letter')
        .select('thread')
        .where('message_id', '=', messageId)
        .orderBy('is_current', 'desc')
        .executeTakeFirst();
      return row?.thread ?? null;
    },

    async listSubjects(sender, ending) {
      const rows = await tables
        .selectFrom('letter')
        .select('subject')
        .where((row) => row.fn<string>('lower', ['sender']), '=', sender.toLowerCase())
        .where(sql<boolean>`lower(subject) like ${`%${escaped(ending.toLowerCase())}`} escape '!'`)
        .where('is_current', '=', 1)
        .limit(SUBJECTS_MAX)
        .execute();
      return rows.map(({ subject }) => subject);
    },

    async withdrawLetter(messageId) {
      await tables.updateTable('letter').set({ is_current: 0 }).where('message_id', '=', messageId).execute();
    },

    async readCursor(subscription) {
      const row = await tables
        .selectFrom('cursor')
        .select('cursor')
        .where('subscription', '=', subscription)
        .executeTakeFirst();
      return row?.cursor ?? null;
    },

    async writeCursor(subscription, cursor) {
      await tables
        .insertInto('cursor')
        .values({ subscription, cursor })
        .onConflict((conflict) => conflict.column('subscription').doUpdateSet({ cursor }))
        .execute();
    },
  };
}

/** False when the same document is there already. */
async function insertDocument(
  within: Change,
  { key, list, topic, bytes }: Received,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await within
    .insertInto('document')
    .values({ key, list, topic, bytes, state: 'received', because: null, received_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  const isNew = count === 1n;
  if (isNew) await writeAudit(within, { at: nowMs, what: 'received', subject: key, detail: list });
  return isNew;
}

/** All in one transaction: a crash leaves the document to be filed again, and filing again changes nothing. */
async function fileLetters(within: Change, ingested: Ingested): Promise<readonly string[]> {
  const document = await within
    .selectFrom('document')
    .select(['key', 'list', 'topic', 'state'])
    .where('key', '=', ingested.documentKey)
    .executeTakeFirst();
  if (document === undefined || document.state !== 'received') return [];
  const touched = new Set<string>();
  if (document.topic === null) {
    for (const letter of ingested.letters) {
      const thread = await fileLetter(within, document, letter);
      if (thread !== null) touched.add(thread);
    }
  } else touched.add(await replaceTopic(within, { ...document, topic: document.topic }, ingested.letters));
  const { dueAtMs, because = null, nowMs } = ingested;
  if (because !== null) for (const thread of touched) await insertSilence(within, { thread, because, nowMs });
  if (dueAtMs !== null)
    for (const thread of touched)
      await planThread(within, { thread, list: document.list, dueAtMs, asked: null });
  const state = ingested.isUnfinished === true ? 'threaded' : 'filed';
  await within.updateTable('document').set({ state }).where('key', '=', document.key).execute();
  return [...touched];
}

interface Home {
  readonly key: string;
  readonly list: string;
}

/**
 * The thread the letter belongs to; null when the same letter was filed before. Copies that came through several lists
 * are one letter, and the list that brought the first letter is the list of the thread.
 */
async function fileLetter(within: Change, { key, list }: Home, letter: LetterFacts): Promise<string | null> {
  const letterKey = plain(letter.key);
  const known = await within
    .selectFrom('letter')
    .select('key')
    .where('key', '=', letterKey)
    .executeTakeFirst();
  if (known !== undefined) return null;
  const ids = [letter.messageId, letter.inReplyTo, ...letter.references]
    .filter((id) => id !== null)
    .map(plain);
  const thread = await joinThreads(within, ids, threadKey(list, rootOf(letter)));
  await insertLetter(within, { key: letterKey, document: key, thread }, letter);
  for (const messageId of new Set(ids))
    await within.insertInto('mention').values({ letter: letterKey, message_id: messageId }).execute();
  return thread;
}

/**
 * The letter that began the thread, as this one says, known or not: the thread has the same key whichever of its letters
 * was filed first, by whichever of several processes.
 */
function rootOf({ references, inReplyTo, messageId, key }: LetterFacts): string {
  return references[0] ?? inReplyTo ?? messageId ?? key;
}

async function insertLetter(
  within: Change,
  place: { readonly key: string; readonly document: string; readonly thread: string },
  { messageId, subject, from }: LetterFacts,
): Promise<void> {
  await within
    .insertInto('letter')
    .values({
      ...place,
      message_id: plainOrNull(messageId),
      subject: plain(subject),
      sender: plainOrNull(from),
      is_current: 1,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ is_current: 1, document: place.document }))
    .execute();
}

/** The one thread of all these ids: letters that came before may have been taken for several. */
async function joinThreads(within: Change, ids: readonly string[], unknown: string): Promise<string> {
  if (ids.length === 0) return unknown;
  const rows = await within
    .selectFrom('letter')
    .innerJoin('mention', 'mention.letter', 'letter.key')
    .select('letter.thread')
    .where('mention.message_id', 'in', ids)
    .distinct()
    .orderBy('letter.thread')
    .execute();
  const [first, ...others] = rows.map(({ thread }) => thread);
  if (first === undefined) return unknown;
  if (others.length === 0) return first;
  await within.updateTable('letter').set({ thread: first }).where('thread', 'in', others).execute();
  await within
    .updateTable('evaluation')
    .set({ state: 'dropped', because: `the thread became part of ${first}` })
    .where('thread', 'in', others)
    .where('state', '=', 'planned')
    .execute();
  return first;
}

/** A request has one document at a time: the newest head takes the place of those before. */
async function replaceTopic(
  within: Change,
  { key, list, topic }: Home & { readonly topic: string },
  letters: readonly LetterFacts[],
): Promise<string> {
  const thread = threadKey(list, topic.split('@')[0] ?? topic);
  await within.updateTable('letter').set({ is_current: 0 }).where('thread', '=', thread).execute();
  for (const letter of letters)
    await insertLetter(within, { key: plain(`${key}#${letter.key}`), document: key, thread }, letter);
  return thread;
}
