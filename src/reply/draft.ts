/** A mail address as a header shows it. `address` is bare: "ada@bulk.example". */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * A mail that is written and not sent. The same report to the same people gives the same `key` and `messageId`,
 * whatever the date: a retry is the same mail, and receivers drop the second copy.
 */
export interface Draft {
  /** 16 hexadecimal digits of what is said, to whom, in reply to what. */
  readonly key: string;
  /** Without angle brackets. */
  readonly messageId: string;
  /** In the order of the mail; values are unfolded and as they stand in the mail, encoded words included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Lines end in \n; the wire turns them into CRLF. */
  readonly body: string;
  /** Headers, an empty line and the body. */
  readonly raw: string;
}
