import { type Outcome, reportSchema, type Verdict } from '../report.ts';
import type { StoredReport } from './evaluation-store.ts';

/** What the pages for people need of the store, beside what the workers need. Nothing here changes a row. */
export interface DashboardStore {
  /** The latest run of each thread that matches, the newest first. */
  searchReports(query: ReportQuery): Promise<ReportMatches>;
  listChoices(): Promise<Choices>;
  /** Every run of a thread, the latest first. */
  listRuns(thread: string): Promise<readonly ReportEntry[]>;
  findReport(key: string): Promise<StoredReport | null>;
  listLetters(thread: string): Promise<readonly LetterEntry[]>;
  /** The ledger of what was not said, the newest first. */
  listSilenceEntries(limit: number, offset: number): Promise<readonly SilenceEntry[]>;
  tally(): Promise<Tally>;
  /** What is wrong with each source whose copy was found damaged since then, and what to do about it. */
  listDamage(sinceMs: number): Promise<readonly Damage[]>;
  /** Writes to the store and takes it back: throws where nothing can be written. */
  probe(): Promise<void>;
}

/** Which evaluations are asked for; null and an empty list ask for all. */
export interface ReportQuery {
  /** Lower case; each of them stands somewhere in the subject, the author, a Message-ID, the driver or the list. */
  readonly words: readonly string[];
  /** The outcome of the series, or the verdict of one of its claims. */
  readonly verdict: Outcome | Verdict | null;
  readonly driver: string | null;
  readonly list: string | null;
  readonly limit: number;
  readonly offset: number;
}

export interface ReportMatches {
  readonly entries: readonly ReportEntry[];
  readonly total: number;
}

/** An evaluation in one line. */
export interface ReportEntry {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly outcome: Outcome;
  readonly subject: string;
  readonly author: string;
  /** Null where no host driver was recognised. */
  readonly driver: string | null;
  readonly claims: number;
  readonly atMs: number;
}

/** What can be chosen from, with how often it is there. */
export interface Choices {
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly drivers: readonly string[];
  readonly lists: readonly string[];
}

/** A mail of a thread, to be fetched as it came. */
export interface LetterEntry {
  readonly document: string;
  readonly subject: string;
  readonly sender: string | null;
  readonly messageId: string | null;
  readonly atMs: number;
}

/** Why a thread was not answered, or answered less. */
export interface SilenceEntry {
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly because: string;
  /** Of the report of that run; null where there is none. */
  readonly evaluation: string | null;
  readonly subject: string;
  readonly atMs: number;
}

/** What is counted for a monitor. Every name comes from a fixed list, so that no mail can add one. */
export interface Tally {
  /** By table and state: "document filed". */
  readonly states: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Of posts that left, by channel. */
  readonly posts: Readonly<Record<string, number>>;
  /** When the oldest post of a state was planned. */
  readonly oldestPostMs: Readonly<Record<string, number>>;
  readonly silences: number;
  readonly commands: number;
}

/** What is wrong with the copy of a source, as it lies beside the cursors: it is found out by one process and told by another. */
export interface Damage {
  /** When it was seen last, in milliseconds since 1970. */
  readonly atMs: number;
  /** What a person has to do. */
  readonly because: string;
}

export const OUTCOMES: readonly Outcome[] = reportSchema.shape.outcome.options;
export const VERDICTS: readonly Verdict[] = reportSchema.shape.claims.element.shape.verdict.options;
