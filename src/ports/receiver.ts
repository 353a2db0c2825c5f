import type { Channel, OutboxRow } from './outbox-store.ts';

/** Where a post ends. `find` looks for a post by its key, so that a crash between sending and noting is not a second post. */
export interface Receiver {
  /** How long after a send a post may still be invisible to `find`. */
  readonly visibilityMs: number;
  /** Whether a post that `find` does not see after that time may be sent once more, byte for byte. */
  readonly mayResend: boolean;
  find(post: OutboxRow): Promise<string | null>;
  /**
   * Gives the name the receiver knows it by.
   * @throws Fault only when the post surely was not taken; any other error leaves that open
   */
  send(post: OutboxRow, lease?: Lease): Promise<string>;
}

/** For how long the holder of a claim may begin to write. Who slept, or waited for an answer, may be too late. */
export interface Lease {
  /** Asked right before what can not be taken back. @throws Fault 'later' when somebody else may be at it by now */
  check(): void;
}

export type Receivers = Readonly<Partial<Record<Channel, Receiver>>>;
