import type { Report } from './report.ts';

// What the service needs from the world, as interfaces. An adapter implements one; a worker is handed it.

/** Milliseconds since 1970; the only clock of the service, so that a test can hold it. */
export type Clock = () => number;

export const QUEUES = ['ingest', 'evaluate', 'reply'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Work that the store says is to be done: a queue, and the key of a row. Nothing else ever travels in a job. */
export interface Task {
  readonly queue: QueueName;
  readonly key: string;
}

/** Moves tasks to workers. It may forget everything: the store plans again what is due. */
export interface Queue {
  /** The same task twice is one job, while it waits, runs or is dead. */
  add(task: Task, delayMs?: number): Promise<void>;
  /** Takes a task that gave up out of the dead letters, so that it can be added again. */
  forget(task: Task): Promise<void>;
  counts(): Promise<Readonly<Record<QueueName, QueueCounts>>>;
  /** Whether it has lost everything since it was asked last, by whomever. A queue that is new has, too. */
  wasEmptied(): Promise<boolean>;
  close(): Promise<void>;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly dead: number;
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

/** Where an answer goes that only one person asked for. */
export type ReplyTo =
  | { readonly kind: 'comment'; readonly topic: string; readonly commentId: number }
  | {
      readonly kind: 'mail';
      /** The sender of the command, and nobody else. */
      readonly address: string;
      readonly messageId: string;
      readonly references: readonly string[];
      readonly subject: string;
      /** The command as it was written. */
      readonly line: string;
    };

/** What somebody wants an evaluation to stand on. Its report stands beside the other one, and never in its place. */
export interface Asked {
  readonly by: string;
  /** Costs by their names in config/costs, in their units there. */
  readonly assume: Readonly<Record<string, number>>;
  readonly base: { readonly tree: string; readonly commit: string } | null;
  /** Message-ID of a series that this one stands on. */
  readonly depends: string | null;
  readonly reply: ReplyTo | null;
}

/** A thread to be evaluated once more. `run` counts from 1; an old run keeps its report. */
export interface PlannedEvaluation {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly dueAtMs: number;
  readonly state: 'planned' | 'done' | 'dead' | 'dropped';
  readonly because: string | null;
  /** Null for the evaluation of what is there as it is. */
  readonly asked: Asked | null;
}

export type Channel = 'directory' | 'mail' | 'comment' | 'check-run';

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

/** Everything an evaluation leaves behind, written in one transaction. */
export interface EvaluationOutcome {
  readonly evaluation: PlannedEvaluation;
  readonly report: Report;
  readonly posts: readonly PlannedPost[];
  /** Why nothing, or less, was said. */
  readonly silences: readonly string[];
  readonly nowMs: number;
}

export interface RefusedEvaluation {
  readonly evaluation: PlannedEvaluation;
  readonly because: string;
  /** What is told to who asked. */
  readonly posts: readonly PlannedPost[];
  readonly nowMs: number;
}

export interface StoredReport {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly report: Report;
  readonly asked: Asked | null;
  readonly atMs: number;
}

/** How many posts left, as the caps count them. */
export interface PostCounts {
  readonly inThread: number;
  readonly inListToday: number;
  readonly inHour: number;
}

export interface StoredCommand {
  readonly key: string;
  readonly verb: string;
  readonly words: readonly string[];
  readonly thread: string;
  readonly actor: string;
  readonly via: 'mail' | 'pull-request' | 'cli' | 'page';
  readonly answer: string;
}

export interface AuditLine {
  readonly at: number;
  readonly what: string;
  readonly subject: string;
  readonly detail: string;
}

/** How far ahead of now a date may be while every clock is right. */
export interface FurthestAhead {
  /** The time of a claim: it was now for whoever claimed it. */
  readonly claimMs: number;
  /** When a thread is judged. */
  readonly evaluationMs: number;
  /** When a post may leave, by an embargo or after a refusal. */
  readonly postMs: number;
}

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

export interface EvaluationStore {
  findEvaluation(key: string): Promise<PlannedEvaluation | null>;
  /** A run more than there is, due at once; one that waits already for the same becomes due. */
  planRun(thread: string, nowMs: number, asked?: Asked): Promise<PlannedEvaluation | null>;
  /** Drops the runs of a thread that wait, and the posts that have not left. Gives how many there were. */
  cancelThread(thread: string, because: string, nowMs: number): Promise<number>;
  settleEvaluation(outcome: EvaluationOutcome): Promise<void>;
  /** It can not be as somebody asked: it is over without a report. */
  refuseEvaluation(refused: RefusedEvaluation): Promise<void>;
  /** Of what is there as it is. */
  latestReport(thread: string): Promise<StoredReport | null>;
  listReports(limit: number): Promise<readonly StoredReport[]>;
  listSilences(thread: string): Promise<readonly string[]>;
  /** Why a mail of the thread led to nothing, beside what its evaluations leave; once for each reason. */
  noteSilence(thread: string, because: string, nowMs: number): Promise<void>;
}

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

/** Checks that say how far an evaluation is, before there is a verdict of their commit. */
export interface CheckStore {
  /** Plans the post in the place of the step before it, where that has not left. False when it was planned before. */
  stepCheck(post: PlannedPost, nowMs: number): Promise<boolean>;
  /** Checks that promise a verdict while no evaluation of their commit is planned any more. */
  listLapsedChecks(): Promise<readonly Pick<PlannedPost, 'target' | 'thread' | 'list'>[]>;
  /** The promise is over; the post is planned where it may have been heard. False when it is not. */
  giveUpCheck(target: string, post: PlannedPost | null, nowMs: number): Promise<boolean>;
}

/** An address that refused mail for good. */
export interface SwitchedOff {
  readonly key: string;
  readonly address: string;
  /** What its server said. */
  readonly because: string;
  readonly atMs: number;
  readonly untilMs: number;
}

export interface AddressStore {
  /** Nothing is sent to the address until then; again is harmless. */
  switchOff(off: Omit<SwitchedOff, 'key'>): Promise<void>;
  /** By its key. False when it was not switched off. */
  switchOn(key: string, by: string, nowMs: number): Promise<boolean>;
  /** Those that are off now, the latest first. */
  listOff(nowMs: number): Promise<readonly SwitchedOff[]>;
}

/** How far a running evaluation is. */
export interface EvaluationProgress {
  readonly evaluation: string;
  /** Claims that were replayed, of so many. */
  readonly done: number;
  readonly total: number;
  readonly begunAtMs: number;
  readonly atMs: number;
}

export interface WorkStore {
  noteProgress(progress: EvaluationProgress): Promise<void>;
  endProgress(evaluation: string): Promise<void>;
  /** Of those that run, by what was told since then: a worker that was killed tells no more. */
  listProgress(
    sinceMs: number,
  ): Promise<readonly (EvaluationProgress & Pick<PlannedEvaluation, 'thread' | 'list' | 'run'>)[]>;
  /** Adds to what is counted under each name. */
  addStageTimes(times: ReadonlyMap<string, number>): Promise<void>;
  listStageTimes(): Promise<ReadonlyMap<string, number>>;
}

/** Some parts of the replays of an evaluation, as text; `key` is the hash of it and of who may play it. */
export interface Share {
  readonly key: string;
  readonly body: string;
}

/** Parts of replays on their way to another worker and back. All of it may be lost: its owner plays what does not come. */
export interface ShareStore {
  /** The same again is the share that is there, with what came of it. Forgets those whose owner died long ago. */
  offerShare(share: Share, nowMs: number): Promise<void>;
  /** Its body, for whoever begins to play it; null when it is not there any more, or was played. */
  takeShare(key: string): Promise<string | null>;
  /** Whoever took it can not play it. */
  letShareGo(key: string): Promise<void>;
  givePlayed(key: string, played: string): Promise<void>;
  /** Takes it away from everybody. False when somebody plays it, or did. */
  takeBackShare(key: string): Promise<boolean>;
  listShares(
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly isTaken: boolean; readonly played: string | null }[]>;
  dropShares(keys: readonly string[]): Promise<void>;
}

export interface CommandStore {
  knowsCommand(key: string): Promise<boolean>;
  /** False when this very command was taken before. */
  takeCommand(command: StoredCommand, nowMs: number): Promise<boolean>;
  countCommands(actor: string, sinceMs: number): Promise<number>;
  countThreadCommands(thread: string, sinceMs: number): Promise<number>;
  mute(scope: string, by: string, nowMs: number): Promise<void>;
  unmute(scope: string, by: string, nowMs: number): Promise<void>;
  isMuted(scopes: readonly string[]): Promise<boolean>;
}

export interface Store
  extends MailStore,
    EvaluationStore,
    OutboxStore,
    AddressStore,
    WorkStore,
    ShareStore,
    CheckStore,
    CommandStore {
  /** What is to be done now, by what is written and by nothing else. */
  listDue(nowMs: number): Promise<readonly Task[]>;
  /**
   * Brings dates back that a clock left in the future: what is further ahead than it can be is only as far ahead as that.
   * Gives the number of rows.
   */
  mendDates(nowMs: number, ahead: FurthestAhead): Promise<number>;
  /** Notes that a task gave up; it is not planned again until `redrive`. */
  bury(task: Task, because: string, nowMs: number): Promise<void>;
  listDead(): Promise<readonly (Task & { readonly because: string })[]>;
  /** False when there is no such dead letter. */
  redrive(task: Task, nowMs: number): Promise<boolean>;
  countStates(): Promise<Readonly<Record<string, number>>>;
  /** What is wrong with what is on the disk, in one line; null when nothing is. */
  findDamage(): Promise<string | null>;
  /** The seq of the first line that does not follow from the one before, or null. */
  checkAudit(): Promise<number | null>;
  listAudit(limit: number): Promise<readonly AuditLine[]>;
  close(): Promise<void>;
}

/** For how long the holder of a claim may begin to write. Who slept, or waited for an answer, may be too late. */
export interface Lease {
  /** Asked right before what can not be taken back. @throws Fault 'later' when somebody else may be at it by now */
  check(): void;
}

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

export type Receivers = Readonly<Partial<Record<Channel, Receiver>>>;

/** What a subscription brings: a mail, or one that its list has taken back. */
export interface Arrival {
  readonly kind: 'mail' | 'deleted';
  readonly bytes: Uint8Array;
}

export interface Batch {
  readonly arrivals: readonly Arrival[];
  /** Where to go on; it is written down after the arrivals are, so that a crash brings them once more. */
  readonly cursor: string;
  /** Whether there is more at once. */
  readonly hasMore: boolean;
}

/** A source of mail that is asked again and again; what it brings twice is the same document and harmless. */
export interface Subscription {
  readonly name: string;
  readonly list: string;
  poll(cursor: string | null): Promise<Batch>;
  /** Where the source tells of new mail by itself: `onNews` is called when it is worth a poll. */
  watch?(onNews: () => void): void;
  close?(): Promise<void>;
}
