import type { ImapFlow } from 'imapflow';
import { clientFor, type ImapPlace } from './imap.ts';

const ANSWER_MS = 10_000;

/** What is wrong with a mailbox, asked without changing it; empty when it lets us in and has the folder. */
export async function imapAilments(place: ImapPlace): Promise<readonly string[]> {
  const client = clientFor(place, ANSWER_MS);
  client.on('error', () => {});
  try {
    await client.connect();
    const lock = await client.getMailboxLock(place.folder, { readOnly: true });
    lock.release();
    return [];
  } catch (error) {
    return [ailmentOf(error, client, place)];
  } finally {
    client.close();
  }
}

function ailmentOf(error: unknown, client: ImapFlow, { url, folder }: ImapPlace): string {
  const { host, username } = new URL(url);
  if (isRefusedLogin(error))
    return `${host} does not let ${decodeURIComponent(username)} in: look at GIVEBACK_IMAP_PASSWORD in giveback.env`;
  const because = error instanceof Error ? error.message : String(error);
  return client.authenticated === false
    ? `${host} does not answer as a mail server: ${because}; look at the url in lists.json`
    : `${host} has no folder ${folder} for us: ${because}; look at "folder" in lists.json`;
}

function isRefusedLogin(error: unknown): boolean {
  return error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;
}
