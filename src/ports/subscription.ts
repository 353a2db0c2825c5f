/** A source of mail that is asked again and again; what it brings twice is the same document and harmless. */
export interface Subscription {
  readonly name: string;
  readonly list: string;
  poll(cursor: string | null): Promise<Batch>;
  /** Where the source tells of new mail by itself: `onNews` is called when it is worth a poll. */
  watch?(onNews: () => void): void;
  close?(): Promise<void>;
}

export interface Batch {
  readonly arrivals: readonly Arrival[];
  /** Where to go on; it is written down after the arrivals are, so that a crash brings them once more. */
  readonly cursor: string;
  /** Whether there is more at once. */
  readonly hasMore: boolean;
}

/** What a subscription brings: a mail, or one that its list has taken back. */
export interface Arrival {
  readonly kind: 'mail' | 'deleted';
  readonly bytes: Uint8Array;
}
