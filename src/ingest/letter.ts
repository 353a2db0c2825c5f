import type { Problem } from '../problem.ts';

/** `address` is null when the archive masked it ("matwey@xxxxxxxxxx", "gregkh at linuxfoundation.org" is readable). */
export interface Address {
  readonly name: string;
  readonly address: string | null;
}

/** What kind of document the letter was found in. */
export type LetterSource = 'mail' | 'archive-page' | 'commit-page' | 'patch';

/** The headers of a file that is a mail itself, and how many lines they take with the empty one below. */
export interface FileHead {
  readonly from: Address | null;
  readonly subject: string;
  readonly lines: number;
}

/**
 * A text part of the letter. `octets` holds the same lines as `text`, one character per byte,
 * because a diff is never re-encoded.
 */
export interface Attachment {
  readonly filename: string | null;
  readonly contentType: string;
  readonly text: string;
  readonly octets: string;
  /** Of a file that git format-patch wrote; null for any other. */
  readonly head: FileHead | null;
}

/** One mail, or what an archive page preserved of one. */
export interface Letter {
  /** Without angle brackets; null when the document does not say. */
  readonly messageId: string | null;
  /** Further ids, where the headers give it more than one; whoever answers them answers this letter. */
  readonly otherIds: readonly string[];
  /** Message-ID + content hash: ids alone are not unique. */
  readonly key: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly from: Address | null;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  /** ISO 8601 with the sender's offset, or null; never "now". */
  readonly date: string | null;
  /** Decoded and unfolded, prefixes kept. */
  readonly subject: string;
  readonly listId: string | null;
  /** What Auto-Submitted says, such as "auto-replied", in lower case; null for what a person sent. Source: RFC 3834. */
  readonly autoSubmitted: string | null;
  /** The decoded body with LF line ends; claims count their lines in it, from 1. */
  readonly text: string;
  /** The body before charset decoding, line for line the same as `text`. */
  readonly octets: string;
  readonly attachments: readonly Attachment[];
  readonly source: LetterSource;
  readonly problems: readonly Problem[];
}
