import { ImapFlow } from 'imapflow';
import { Fault } from '../../fault.ts';
import type { Arrival, Batch, Subscription } from '../../ports/subscription.ts';

/** Where a mailbox is. The password is not part of its URL, so that it stands in no file and no log. */
export interface ImapPlace {
  /** imap://user@host:port, or imaps:// */
  readonly url: string;
  readonly password: string;
  readonly folder: string;
}

const MAILS_AT_ONCE = 100;
const SILENCE_MS = 60_000;

/** The numbering of the folder, and the mail that was read last in it. Source: RFC 9051, section 2.3.1.1 */
interface Progress {
  readonly validity: string;
  readonly uid: number;
}

/**
 * A folder on a mail server, which tells of new mail the moment it comes (IDLE). Nothing in it is changed. A folder that
 * was numbered anew is read from its start; what is known by its bytes is not taken twice.
 */
export function imapSubscription(name: string, list: string, place: ImapPlace): Subscription {
  let client: ImapFlow | null = null;
  let wake = () => {};
  const connected = async (): Promise<ImapFlow> => {
    if (client?.usable === true) return client;
    const made = clientFor(place);
    // What breaks between two polls shows at the next one.
    made.on('error', () => {});
    made.on('exists', () => wake());
    await made.connect();
    client = made;
    return made;
  };
  return {
    name,
    list,
    async poll(cursor): Promise<Batch> {
      try {
        return await pollFolder(await connected(), place.folder, progressOf(cursor));
      } catch (error) {
        client?.close();
        client = null;
        throw new Fault(`${name}: ${error instanceof Error ? error.message : String(error)}`, 'later');
      }
    },
    watch(onNews) {
      wake = onNews;
    },
    async close() {
      await client?.logout().catch(() => {});
    },
  };
}

/** A client that is not connected yet. */
export function clientFor({ url, password }: ImapPlace, greetingMs = SILENCE_MS): ImapFlow {
  const { protocol, hostname, port, username } = new URL(url);
  const isSecure = protocol === 'imaps:';
  return new ImapFlow({
    ...{ host: hostname, port: Number(port || (isSecure ? 993 : 143)), secure: isSecure, logger: false },
    auth: { user: decodeURIComponent(username), pass: password },
    socketTimeout: SILENCE_MS * 10,
    greetingTimeout: greetingMs,
    connectionTimeout: greetingMs,
  });
}

async function pollFolder(client: ImapFlow, folder: string, before: Progress): Promise<Batch> {
  const lock = await client.getMailboxLock(folder, { readOnly: true });
  try {
    // A folder that is open already is as it was then, until the server is given a chance to tell.
    await client.noop();
    const validity = String(client.mailbox === false ? '' : client.mailbox.uidValidity);
    const read = validity === before.validity ? before.uid : 0;
    const found = (await client.search({ uid: `${read + 1}:*` }, { uid: true })) || [];
    // "7:*" always holds the last mail, even when that is the sixth.
    const news = found.filter((uid) => uid > read).toSorted((a, b) => a - b);
    const taken = news.slice(0, MAILS_AT_ONCE);
    const arrivals = await arrivalsOf(client, taken);
    const cursor = JSON.stringify({ validity, uid: taken.at(-1) ?? read });
    return { arrivals, cursor, hasMore: news.length > taken.length };
  } finally {
    lock.release();
  }
}

async function arrivalsOf(client: ImapFlow, uids: readonly number[]): Promise<readonly Arrival[]> {
  if (uids.length === 0) return [];
  const mails = await client.fetchAll(uids.join(','), { source: true, uid: true }, { uid: true });
  return mails
    .toSorted((a, b) => a.uid - b.uid)
    .flatMap(({ source }) => (source === undefined ? [] : [{ kind: 'mail' as const, bytes: source }]));
}

function progressOf(cursor: string | null): Progress {
  const known: unknown = cursor === null ? null : JSON.parse(cursor);
  if (typeof known !== 'object' || known === null || !('uid' in known) || !('validity' in known))
    return { validity: '', uid: 0 };
  return { validity: String(known.validity), uid: Number(known.uid) };
}
