/** Documents and the letters in them, gathered into threads. */
export interface MailStore {
  /** False when the same document is known already. */
  receive(document: Received, nowMs: number): Promise<boolean>;
  /** All of them or none, in their order. Gives the keys that were not known. */
  receiveAll(documents: readonly Received[], nowMs: number): Promise<readonly string[]>;
  findDocument(key: string): Promise<Received | null>;
  /** Files the letters into threads and plans the evaluation of each thread they touch; again is harmless. */
  fileLetters(ingested: Ingested): Promise<readonly string[]>;
  /** Nothing is left to be done with the document. */
  finishDocument(key: string): Promise<void>;
  /** The documents of a thread, the oldest first, without those that were replaced or deleted. */
  listDocuments(thread: string): Promise<readonly Received[]>;
  findThread(messageId: string): Promise<string | null>;
  /** Subjects of the mails of this sender that end with these words, whatever stands before; case does not count. */
  listSubjects(sender: string, ending: string): Promise<readonly string[]>;
  /** The sender took a mail back: it takes part in nothing any more, but is never evaluated anew for it. */
  withdrawLetter(messageId: string): Promise<void>;
  readCursor(subscription: string): Promise<string | null>;
  writeCursor(subscription: string, cursor: string): Promise<void>;
}

/** One document as it came: a mail, or what a forge says of a pull request. `key` is the hash of all of it. */
export interface Received {
  readonly key: string;
  readonly list: string;
  /** "owner/repo#7@<head>": a document that replaces those before it of the same request. Null for a mail. */
  readonly topic: string | null;
  readonly bytes: Uint8Array;
}

/** What is kept of a letter beside its bytes: enough to find its thread. */
export interface LetterFacts {
  /** Message-ID and content hash. */
  readonly key: string;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  readonly from: string | null;
}

export interface Ingested {
  readonly documentKey: string;
  readonly letters: readonly LetterFacts[];
  readonly nowMs: number;
  /** When a thread that these letters touch is old enough to be judged; null when they are no reason to. */
  readonly dueAtMs: number | null;
  /** Why they are no reason, for the ledger. */
  readonly because?: string | null;
  /** Whether something is left to be done with the document, until `finishDocument`. */
  readonly isUnfinished?: boolean;
}
