import type { Asked, PlannedEvaluation } from '../../ports/evaluation-store.ts';
import { evaluationKey } from '../../service/job-keys.ts';
import { askedText, plannedOf } from './evaluation-row.ts';
import type { Change } from './schema.ts';

/**
 * Plans the next run of a thread, or moves the one that waits for the same: to later while letters come in, to now when
 * somebody asks. The list is that of the thread's first evaluation.
 */
export async function planThread(
  within: Change,
  { thread, list, dueAtMs, asked: wish }: Wanted,
): Promise<PlannedEvaluation> {
  const asked = askedText(wish);
  const runs = within
    .selectFrom('evaluation')
    .selectAll()
    .where('thread', '=', thread)
    .orderBy('run', 'desc');
  const last = await runs.limit(1).executeTakeFirst();
  const waiting = await runs
    .where('state', '=', 'planned')
    .where('asked', asked === null ? 'is' : '=', asked)
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) {
    // Never the same instant twice: whoever evaluates the thread right now must see that it changed.
    const moved = dueAtMs === waiting.due_at_ms ? dueAtMs + 1 : dueAtMs;
    await within.updateTable('evaluation').set({ due_at_ms: moved }).where('key', '=', waiting.key).execute();
    return plannedOf({ ...waiting, due_at_ms: moved });
  }
  const run = (last?.run ?? 0) + 1;
  const row = {
    ...{ key: evaluationKey(thread, run), thread, list: last?.list ?? list, run },
    ...{ due_at_ms: dueAtMs, state: 'planned', because: null, asked },
  };
  await within.insertInto('evaluation').values(row).execute();
  return plannedOf(row);
}

interface Wanted {
  readonly thread: string;
  readonly list: string;
  readonly dueAtMs: number;
  readonly asked: Asked | null;
}

/** The list a thread is of; null when nothing is known of the thread. */
export async function listOf(within: Change, thread: string): Promise<string | null> {
  const row = await within
    .selectFrom('evaluation')
    .select('list')
    .where('thread', '=', thread)
    .executeTakeFirst();
  return row?.list ?? listOfDocuments(within, thread);
}

/** A thread that was never judged is of the list that brought its first mail. */
async function listOfDocuments(within: Change, thread: string): Promise<string | null> {
  const row = await within
    .selectFrom('letter')
    .innerJoin('document', 'document.key', 'letter.document')
    .select('document.list')
    .where('letter.thread', '=', thread)
    .orderBy('document.received_at_ms')
    .executeTakeFirst();
  return row?.list ?? null;
}
