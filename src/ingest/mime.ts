import type { Address } from './letter.ts';

/** What a full MIME library makes of a mail; the text is as the library decoded it. */
export interface MimeMail {
  readonly text: string | null;
  readonly attachments: readonly {
    readonly filename: string | null;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
}

/** The general MIME library, asked only for what our own reader declines as odd. */
export interface MimeParser {
  /** The mailboxes of one address header, groups opened; empty when it holds none. Never throws. */
  readAddresses(headerValue: string): Promise<readonly Address[]>;
  /** The whole mail; null when the library can not read it either. Never throws. */
  readMail(raw: Uint8Array): Promise<MimeMail | null>;
}
