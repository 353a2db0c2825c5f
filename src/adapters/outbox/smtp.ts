import { createTransport } from 'nodemailer';
import { Fault } from '../../fault.ts';
import type { OutboxRow } from '../../ports/outbox-store.ts';
import type { Receiver } from '../../ports/receiver.ts';
import { type RefusedRecipient, refusedRecipients } from './refused-recipients.ts';

export interface SmtpPlace {
  /** smtp://user:password@host:port, or smtps:// */
  readonly url: string;
  /** Where bounces go. */
  readonly sender: string;
  /** How long the list may take to show a mail of ours. */
  readonly visibilityMs: number;
  /** Whether a mail of this id came back to us by a list that we follow. */
  isSeen(messageId: string): Promise<boolean>;
  /** Told of recipients that were refused for good, whether the mail left for others or not. */
  onRefused?(refused: readonly RefusedRecipient[]): Promise<void>;
}

const SILENCE_MS = 60_000;

/**
 * A mail server. The bytes are those of the outbox with CRLF. A server that breaks off after the mail was handed over
 * may have taken it: nothing but the list can tell, and so it is never sent again without a person.
 */
export function smtpReceiver(place: SmtpPlace): Receiver {
  const { url, sender, visibilityMs, isSeen, onRefused } = place;
  return {
    visibilityMs,
    mayResend: false,
    async find(post) {
      const id = messageIdOf(post);
      return id !== null && (await isSeen(id)) ? id : null;
    },
    async send(post) {
      // The library calls a connection that broke under the mail a failure to connect; the server's 354 tells them apart.
      let isHandedOver = false;
      const debug = (_: unknown, line: unknown) => {
        if (String(line).startsWith('354')) isHandedOver = true;
      };
      const transport = createTransport({
        ...{ url, connectionTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
        ...{ transactionLog: true, logger: { debug } },
      });
      try {
        const envelope = { from: sender, to: addressesIn(post) };
        const told = await transport.sendMail({ envelope, raw: post.body.replaceAll('\n', '\r\n') });
        await onRefused?.(refusedRecipients(told));
        return messageIdOf(post) ?? post.key;
      } catch (error) {
        await onRefused?.(refusedRecipients(error));
        throw faultOf(error, isHandedOver);
      } finally {
        transport.close();
      }
    },
  };
}

function addressesIn({ key, target }: OutboxRow): string[] {
  const addresses: unknown = JSON.parse(target);
  if (!Array.isArray(addresses) || addresses.length === 0)
    throw new Fault(`${key} has no recipients`, 'never');
  return addresses.map(String);
}

function messageIdOf({ body }: OutboxRow): string | null {
  const head = body.slice(0, body.indexOf('\n\n'));
  return /^Message-ID: <([^<>\s]{1,998})>$/im.exec(head)?.[1] ?? null;
}

/** An answer of the server says what it did. Without one, only what came before the mail is surely not a mail. */
function faultOf(error: unknown, isHandedOver: boolean): Error {
  const said = error instanceof Error ? error : new Error(String(error));
  const code = 'responseCode' in said ? Number(said.responseCode) : Number.NaN;
  if (code >= 500) return new Fault(said.message, 'never');
  return code >= 400 || !isHandedOver ? new Fault(said.message, 'later') : said;
}
