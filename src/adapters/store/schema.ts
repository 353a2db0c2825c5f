import type { Generated, Kysely, Selectable, Transaction } from 'kysely';

// The tables as the database has them. Times are milliseconds since 1970; a text that is one of few words is checked by
// the code that reads it.

interface DocumentTable {
  key: string;
  list: string;
  topic: string | null;
  bytes: Uint8Array;
  state: string;
  because: string | null;
  received_at_ms: number;
}

interface LetterTable {
  key: string;
  document: string;
  thread: string;
  message_id: string | null;
  subject: string;
  sender: string | null;
  is_current: number;
}

/** Every id a letter has or names: what makes two letters one thread. */
interface MentionTable {
  letter: string;
  message_id: string;
}

interface EvaluationTable {
  key: string;
  thread: string;
  list: string;
  run: number;
  due_at_ms: number;
  state: string;
  because: string | null;
  asked: string | null;
}

interface ReportTable {
  key: string;
  thread: string;
  list: string;
  run: number;
  outcome: string;
  json: string;
  asked: string | null;
  at_ms: number;
}

/** What a list of reports shows and is searched by, beside each report. */
interface ReportIndexTable {
  key: string;
  subject: string;
  author: string;
  driver: string | null;
  /** ",contradicted,unexplained," */
  verdicts: string;
  claims: number;
  words: string;
}

interface OutboxTable {
  key: string;
  channel: string;
  target: string;
  list: string;
  thread: string;
  body: string;
  sha256: string;
  state: string;
  because: string | null;
  fence: number;
  remote_id: string | null;
  planned_at_ms: number;
  claimed_at_ms: number | null;
  /** How often a receiver said no for now, and when it is asked again. */
  tries: Generated<number>;
  not_before_ms: Generated<number>;
}

/** What left, once for each post, for the caps. */
interface PostTable {
  key: string;
  list: string;
  thread: string;
  at_ms: number;
}

interface SilenceTable {
  seq: Generated<number>;
  thread: string;
  run: number;
  because: string;
  at_ms: number;
}

interface CommandTable {
  key: string;
  verb: string;
  words: string;
  thread: string;
  actor: string;
  via: string;
  answer: string;
  at_ms: number;
}

interface MuteTable {
  scope: string;
  actor: string;
  at_ms: number;
}

interface AddressOffTable {
  key: string;
  address: string;
  because: string;
  at_ms: number;
  until_ms: number;
}

interface ProgressTable {
  evaluation: string;
  done: number;
  total: number;
  begun_at_ms: number;
  at_ms: number;
}

/** A check that promises a verdict, and the post that says so. */
interface OpenCheckTable {
  target: string;
  thread: string;
  list: string;
  post: string;
}

/** Parts of a replay, for whoever has time to play them. */
interface ShareTable {
  key: string;
  body: string;
  is_taken: number;
  played: string | null;
  at_ms: number;
}

interface StageTimeTable {
  key: string;
  value: number;
}

interface CursorTable {
  subscription: string;
  cursor: string;
}

interface AuditTable {
  seq: Generated<number>;
  at_ms: number;
  what: string;
  subject: string;
  detail: string;
  /** Hash of this line and of the one before: a line that was changed or taken out shows. */
  chain: string;
}

export interface Tables {
  document: DocumentTable;
  letter: LetterTable;
  mention: MentionTable;
  evaluation: EvaluationTable;
  report: ReportTable;
  report_index: ReportIndexTable;
  outbox: OutboxTable;
  post: PostTable;
  silence: SilenceTable;
  command: CommandTable;
  mute: MuteTable;
  address_off: AddressOffTable;
  progress: ProgressTable;
  stage_time: StageTimeTable;
  share: ShareTable;
  open_check: OpenCheckTable;
  cursor: CursorTable;
  audit: AuditTable;
}

export type OutboxRecord = Selectable<OutboxTable>;
export type ReportIndexRecord = ReportIndexTable;
export type EvaluationRecord = EvaluationTable;
export type Change = Transaction<Tables>;

/**
 * A database that is open. `change` runs alone: two of them, in whichever processes, never interleave. It resolves when
 * the disk has it.
 */
export interface Database {
  readonly tables: Kysely<Tables>;
  /** What the database itself finds wrong with its file, in one line. */
  findDamage(): Promise<string | null>;
  change<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
}
