import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imapSubscription } from '../../src/adapters/subscription/imap.ts';
import { maildirSubscription } from '../../src/adapters/subscription/maildir.ts';
import { mboxSubscription } from '../../src/adapters/subscription/mbox-file.ts';
import { publicInboxSubscription } from '../../src/adapters/subscription/public-inbox.ts';
import { streamSubscription } from '../../src/adapters/subscription/stdin.ts';
import type { Arrival, Subscription } from '../../src/ports/subscription.ts';
import { hasImapServer, type ImapServer, startImapServer } from '../support/imap-server.ts';
import { Inbox } from '../support/inbox.ts';

/** A source that a test can put mail into. */
interface Source {
  readonly subscription: Subscription;
  deliver(mail: string): void;
}

const mail = (id: number, text = 'hello') =>
  `From: ada@bulk.example\nMessage-ID: <${id}@bulk.example>\nSubject: ${id}\n\n${text}\n>From the start\n`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gb-subscription-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What comes until the source is empty, and where it stands then. */
async function drained(subscription: Subscription, from: string | null) {
  const texts: string[] = [];
  let cursor = from;
  let quiet = 0;
  for (let polls = 0; polls < 50 && quiet < 2; polls++) {
    const batch = await subscription.poll(cursor);
    texts.push(...batch.arrivals.map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString()}`));
    cursor = batch.cursor;
    quiet = batch.arrivals.length === 0 && !batch.hasMore ? quiet + 1 : 0;
  }
  return { texts, cursor };
}

const arrived = (...mails: readonly string[]) => mails.map((text) => `mail ${text}`);

function contract(open: (home: string) => Source): void {
  const fresh = () => open(mkdtempSync(join(folder, 's-')));

  it('brings nothing while there is nothing', async () => {
    expect((await drained(fresh().subscription, null)).texts).toEqual([]);
  });

  it('brings each mail with its own bytes, in order', async () => {
    const { subscription, deliver } = fresh();
    for (const id of [1, 2, 3]) deliver(mail(id));
    expect((await drained(subscription, null)).texts).toEqual(arrived(mail(1), mail(2), mail(3)));
  });

  it('goes on where it was', async () => {
    const { subscription, deliver } = fresh();
    deliver(mail(1));
    const first = await drained(subscription, null);
    deliver(mail(2));
    expect((await drained(subscription, first.cursor)).texts).toEqual(arrived(mail(2)));
  });

  it('brings a batch again when its cursor was not written down', async () => {
    const { subscription, deliver } = fresh();
    const before = await drained(subscription, null);
    deliver(mail(1));
    const once = await drained(subscription, before.cursor);
    expect(once.texts).toEqual(arrived(mail(1)));
  });

  it('brings every one of many', async () => {
    const { subscription, deliver } = fresh();
    for (let id = 1; id <= 130; id++) deliver(mail(1_000 + id));
    expect((await drained(subscription, null)).texts).toHaveLength(130);
  });
}

let deliveries = 0;
const NAME = ['usb', 'usb'] as const;

function maildir(home: string): Source {
  for (const sub of ['new', 'cur', 'tmp']) mkdirSync(join(home, sub));
  return {
    subscription: maildirSubscription(...NAME, home),
    deliver: (text) => writeFileSync(join(home, 'new', `${1_000_000 + ++deliveries}.host`), text),
  };
}

function mbox(home: string): Source {
  const file = join(home, 'mbox');
  writeFileSync(file, '');
  const quoted = (text: string) => text.replaceAll(/^(>*From )/gm, '>$1');
  return {
    subscription: mboxSubscription(...NAME, file),
    deliver: (text) => appendFileSync(file, `From mboxrd@z Thu Jan  1 00:00:00 1970\n${quoted(text)}\n`),
  };
}

function inbox(home: string): Source & { readonly inbox: Inbox } {
  const made = new Inbox(join(home, 'list'));
  const place = { url: made.url, mirror: join(home, 'mirror') };
  return {
    inbox: made,
    subscription: publicInboxSubscription(...NAME, place),
    deliver: (text) => made.add(0, text),
  };
}

describe.skipIf(!hasImapServer)('an IMAP folder (skipped where dovecot is not installed)', () => {
  let server: ImapServer;
  const opened: Subscription[] = [];
  beforeAll(async () => {
    server = await startImapServer();
  });
  afterAll(async () => {
    for (const one of opened) await one.close?.();
    await server.stop();
  });
  const imap = (): Source => {
    const user = `list${opened.length}`;
    const url = `imap://${user}@${server.host}:${server.port}`;
    const subscription = imapSubscription(...NAME, { url, password: server.password, folder: 'INBOX' });
    opened.push(subscription);
    // A mail server keeps mails with CRLF; ours is given them with LF.
    return {
      subscription: withLines(subscription),
      deliver: (text) => server.deliver(text, user),
    };
  };
  contract(imap);

  it('tells of a mail the moment it comes', async () => {
    const { subscription, deliver } = imap();
    const { cursor } = await drained(subscription, null);
    const news = new Promise<void>((resolve) => opened.at(-1)?.watch?.(resolve));
    deliver(mail(1));
    await news;
    expect((await drained(subscription, cursor)).texts).toEqual(arrived(mail(1)));
  });

  it('is a fault that may pass while the server is away, and goes on where it was', async () => {
    const { subscription, deliver } = imap();
    deliver(mail(1));
    const { cursor } = await drained(subscription, null);
    await opened.at(-1)?.close?.();
    await server.goDown();
    await expect(subscription.poll(cursor)).rejects.toMatchObject({ name: 'Fault', retry: 'later' });
    deliver(mail(2));
    await server.comeUp();
    expect((await drained(subscription, cursor)).texts).toEqual(arrived(mail(2)));
  });

  it('says nothing of its password', async () => {
    const url = `imap://nobody@${server.host}:1`;
    const wrong = imapSubscription('usb', 'usb', { url, password: 'hunter2', folder: 'INBOX' });
    const said = await wrong.poll(null).catch(String);
    expect(said).not.toContain('hunter2');
  });
});

/** The same source with the line ends that the tests speak of. */
function withLines(source: Subscription): Subscription {
  return {
    ...source,
    async poll(cursor) {
      const { arrivals, ...rest } = await source.poll(cursor);
      const plain = ({ kind, bytes }: Arrival) => {
        return {
          kind,
          bytes: Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
        };
      };
      return { ...rest, arrivals: arrivals.map(plain) };
    },
  };
}

describe('a Maildir', () => {
  contract(maildir);

  it('keeps a mail in new/ until it was written down', async () => {
    const home = mkdtempSync(join(folder, 'm-'));
    const { subscription, deliver } = maildir(home);
    deliver(mail(1));
    const { cursor } = await subscription.poll(null);
    expect((await subscription.poll(null)).arrivals).toHaveLength(1);
    expect(readdirSync(join(home, 'new'))).toHaveLength(1);
    await subscription.poll(cursor);
    expect(readdirSync(join(home, 'new'))).toHaveLength(0);
    expect(readdirSync(join(home, 'cur'))).toHaveLength(1);
  });
});

describe('an mbox file', () => {
  contract(mbox);

  it('leaves the last mail until it is whole', async () => {
    const home = mkdtempSync(join(folder, 'b-'));
    const { subscription, deliver } = mbox(home);
    deliver(mail(1));
    const first = await subscription.poll(null);
    expect(first.arrivals).toEqual([]);
    appendFileSync(join(home, 'mbox'), 'From mboxrd@z Thu Jan  1 00:00:00 1970\nSubject: half');
    const second = await subscription.poll(first.cursor);
    expect(second.arrivals).toHaveLength(1);
    appendFileSync(join(home, 'mbox'), '\n\nwhole\n\n');
    const { texts } = await drained(subscription, second.cursor);
    expect(texts).toEqual(['mail Subject: half\n\nwhole\n']);
  });

  it('begins anew when the file did', async () => {
    const home = mkdtempSync(join(folder, 'b-'));
    const { subscription, deliver } = mbox(home);
    deliver(mail(1, 'long '.repeat(50)));
    const { cursor } = await drained(subscription, null);
    writeFileSync(join(home, 'mbox'), '');
    deliver(mail(2));
    expect((await drained(subscription, cursor)).texts).toEqual(arrived(mail(2)));
  });
});

describe('a public-inbox that is read in place', () => {
  contract((home) => {
    const made = new Inbox(join(home, 'list'));
    const subscription = publicInboxSubscription(...NAME, { path: join(home, 'list') });
    return { subscription, deliver: (text) => made.add(0, text) };
  });
});

describe('a public-inbox', () => {
  contract(inbox);

  it('tells of a mail that was taken back', async () => {
    const { subscription, deliver, inbox: list } = inbox(mkdtempSync(join(folder, 'i-')));
    deliver(mail(1));
    const { cursor } = await drained(subscription, null);
    list.takeBack(0, mail(1));
    expect((await drained(subscription, cursor)).texts).toEqual([`deleted ${mail(1)}`]);
  });

  it('reads a history from its start when it was written anew', async () => {
    const { subscription, deliver, inbox: list } = inbox(mkdtempSync(join(folder, 'i-')));
    for (const id of [1, 2, 3]) deliver(mail(id));
    const { cursor } = await drained(subscription, null);
    list.rewrite(0, [mail(1), mail(3), mail(4)]);
    expect((await drained(subscription, cursor)).texts).toEqual(arrived(mail(1), mail(3), mail(4)));
  });

  it('goes on in the next epoch, and not before the old one is read', async () => {
    const { subscription, deliver, inbox: list } = inbox(mkdtempSync(join(folder, 'i-')));
    deliver(mail(1));
    const { cursor } = await drained(subscription, null);
    deliver(mail(2));
    list.begin(1);
    list.add(1, mail(3));
    const later = await drained(subscription, cursor);
    expect(later.texts).toEqual(arrived(mail(2), mail(3)));
    list.add(1, mail(4));
    expect((await drained(subscription, later.cursor)).texts).toEqual(arrived(mail(4)));
  });

  it('brings a long history batch by batch, and what came meanwhile after it', async () => {
    const { subscription, deliver } = inbox(mkdtempSync(join(folder, 'i-')));
    for (let id = 1; id <= 3; id++) deliver(mail(id));
    const first = await subscription.poll(null);
    deliver(mail(4));
    const second = await subscription.poll(first.cursor);
    expect(second.arrivals.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([mail(4)]);
    expect((await subscription.poll(second.cursor)).arrivals).toEqual([]);
    // A cursor from before, as after a crash, brings the same again.
    expect((await subscription.poll(first.cursor)).arrivals).toHaveLength(1);
    expect((await subscription.poll(null)).arrivals).toHaveLength(4);
  });

  it('is a fault that may pass when the list can not be reached', async () => {
    const place = { url: `file://${folder}/nowhere`, mirror: join(folder, 'nothing') };
    await expect(publicInboxSubscription(...NAME, place).poll(null)).rejects.toMatchObject({
      name: 'Fault',
      retry: 'later',
    });
  });
});

describe('a stream', () => {
  const read = (text: string) => streamSubscription(...NAME, Readable.from([Buffer.from(text)]), 10_000);

  it('brings one mail, or those of an mbox, and nothing a second time', async () => {
    expect((await drained(read(mail(1)), null)).texts).toEqual(arrived(mail(1)));
    const two = `From a Thu Jan  1 00:00:00 1970\n${mail(1)}\nFrom b Thu Jan  1 00:00:00 1970\n${mail(2)}`;
    expect((await drained(read(two), null)).texts).toHaveLength(2);
    expect((await drained(read(''), null)).texts).toEqual([]);
  });

  it('refuses more than a document may have', async () => {
    await expect(read('x'.repeat(10_001)).poll(null)).rejects.toMatchObject({ retry: 'never' });
  });
});
