import type { AddressStore } from './address-store.ts';
import type { CheckStore } from './check-store.ts';
import type { CommandStore } from './command-store.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import type { MailStore } from './mail-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Task } from './queue.ts';
import type { ShareStore } from './share-store.ts';
import type { WorkStore } from './work-store.ts';

/** What the service knows and what is due. An adapter implements it; a worker is handed it. */
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

/** How far ahead of now a date may be while every clock is right. */
export interface FurthestAhead {
  /** The time of a claim: it was now for whoever claimed it. */
  readonly claimMs: number;
  /** When a thread is judged. */
  readonly evaluationMs: number;
  /** When a post may leave, by an embargo or after a refusal. */
  readonly postMs: number;
}

export interface AuditLine {
  readonly at: number;
  readonly what: string;
  readonly subject: string;
  readonly detail: string;
}
