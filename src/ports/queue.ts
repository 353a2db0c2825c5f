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

export const QUEUES = ['ingest', 'evaluate', 'reply'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Work that the store says is to be done: a queue, and the key of a row. Nothing else ever travels in a job. */
export interface Task {
  readonly queue: QueueName;
  readonly key: string;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly dead: number;
}

/** Beside what moves tasks: a Redis that is full answers questions and takes nothing. */
export interface QueueProbe {
  /** Writes something small. Throws where nothing can be written. */
  probe(): Promise<void>;
}
