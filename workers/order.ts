import type { ReplyTo } from '../src/ports/evaluation-store.ts';
import type { Command } from '../src/service/commands.ts';

/** A command of somebody who may give it, and what it is about. */
export interface Order {
  readonly command: Command;
  readonly thread: string;
  readonly list: string;
  readonly by: string;
  /** Where an answer goes; null for an operator, who is told at once. */
  readonly reply: ReplyTo | null;
}

/** What became of it, and what there is to say. */
export interface Obeyed {
  readonly did: 'started' | 'waits' | 'done' | 'not understood';
  readonly says: readonly string[];
}
