/** Posts on their way out: planned, claimed, sent, settled; or held for an operator. */
export interface OutboxStore {
  /** An answer that hangs on no evaluation; the same key again is the same answer. */
  planAnswer(post: PlannedPost, nowMs: number): Promise<void>;
  findPost(key: string): Promise<OutboxRow | null>;
  /** A mail that has left, by its Message-ID. */
  findSent(messageId: string): Promise<OutboxRow | null>;
  /** Takes the row from the state and fence it was seen in; null when somebody else was faster. */
  claim(row: OutboxRow, nowMs: number): Promise<OutboxRow | null>;
  holdsClaim(row: OutboxRow): Promise<boolean>;
  /** Back to planned, for later: it surely was not taken. The fence stays where it is. */
  unclaim(row: OutboxRow, because: string, when: Retry): Promise<void>;
  /** Left as it is until then: whether it can be sent, or was, can not be found out now. */
  postpone(row: OutboxRow, because: string, when: Retry): Promise<void>;
  markSent(row: OutboxRow, remoteId: string, nowMs: number): Promise<boolean>;
  settle(row: OutboxRow, nowMs: number): Promise<void>;
  /** Out of the way of the workers, with a reason: held waits for an operator, dropped is over. */
  setAside(row: OutboxRow, state: 'held' | 'dropped', because: string, nowMs: number): Promise<void>;
  /** How often lines of it were taken back. */
  countWithdrawals(key: string): Promise<number>;
  /** An operator lets a held post go. False when it is not held, or has been claimed before. */
  release(key: string, nowMs: number): Promise<boolean>;
  /** What an operator found out about a post that may have left: it did, or it did not and is to go once more. */
  decideHeld(key: string, found: 'sent' | 'not sent', nowMs: number): Promise<boolean>;
  listHeld(): Promise<readonly OutboxRow[]>;
  countPosts(list: string, thread: string, nowMs: number): Promise<PostCounts>;
}

/** A post as it was decided, with its final bytes; `key` names it for good at the receiver too. */
export interface PlannedPost {
  readonly key: string;
  readonly channel: Channel;
  /** Where it goes: a file name, a JSON list of addresses, or "owner/repo#7@<head>". */
  readonly target: string;
  readonly list: string;
  readonly thread: string;
  readonly body: string;
  /** A held post waits for an operator. */
  readonly state: 'planned' | 'held';
  readonly because: string | null;
  /** It does not leave before; a newer report of its thread takes its place until then. */
  readonly notBeforeMs?: number;
}

export type Channel = 'directory' | 'mail' | 'comment' | 'check-run';

export interface OutboxRow extends Omit<PlannedPost, 'state' | 'notBeforeMs'> {
  readonly state: 'planned' | 'claimed' | 'sent' | 'settled' | 'held' | 'dropped';
  readonly sha256: string;
  /** Counts claims; whoever holds an older number may not send. */
  readonly fence: number;
  readonly plannedAtMs: number;
  readonly claimedAtMs: number | null;
  /** How often its receiver said no for now, and when it is asked again. */
  readonly tries: number;
  readonly notBeforeMs: number;
  readonly remoteId: string | null;
}

export interface Retry {
  readonly nowMs: number;
  readonly notBeforeMs: number;
}

/** How many posts left, as the caps count them. */
export interface PostCounts {
  readonly inThread: number;
  readonly inListToday: number;
  readonly inHour: number;
}
