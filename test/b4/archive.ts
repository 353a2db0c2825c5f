import { readPublicInbox } from '../../src/adapters/archive/public-inbox.ts';
import { indexMail } from '../../src/ingest/mail-index.ts';
import { limits } from '../ingest/settings.ts';
import type { IndexedMail } from './threads.ts';

const EVERYTHING = { since: null, messageBytesMax: limits.letterBytesMax };

/** The place of every mail of an archive in its thread. */
export async function indexArchive(gitDir: string): Promise<readonly IndexedMail[]> {
  const mails: IndexedMail[] = [];
  for await (const { commit, bytes } of readPublicInbox(gitDir, EVERYTHING)) {
    const index = indexMail(Buffer.from(bytes).toString('latin1'), limits);
    const { messageId, inReplyTo, references, subject } = index;
    mails.push({
      commit,
      messageId,
      named: inReplyTo === null ? references : [inReplyTo, ...references],
      subject,
    });
  }
  return mails;
}

/** The bytes of some mails of an archive. */
export async function readMails(
  gitDir: string,
  commits: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for await (const { commit, bytes } of readPublicInbox(gitDir, EVERYTHING))
    if (commits.has(commit)) found.set(commit, Uint8Array.from(bytes));
  return found;
}

/** An mbox as lore serves a thread. */
export function mboxOf(mails: readonly Uint8Array[]): Buffer {
  const written = mails.map((bytes) => {
    const mail = Buffer.from(bytes).toString('latin1');
    return `From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail.replaceAll(/^(>*From )/gm, '>$1').trimEnd()}\n\n`;
  });
  return Buffer.from(written.join(''), 'latin1');
}
