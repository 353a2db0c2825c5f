import type { OutboxRow } from '../../ports/outbox-store.ts';
import { writeAudit } from './audit.ts';
import type { Change, OutboxRecord } from './schema.ts';

/** Compare and set: true only for the one who saw the row as it is. */
export async function move(within: Change, seen: OutboxRow, step: Step): Promise<boolean> {
  const { numUpdatedRows } = await within
    .updateTable('outbox')
    .set(step)
    .where('key', '=', seen.key)
    .where('state', '=', seen.state)
    .where('fence', '=', seen.fence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Step = Partial<
  Pick<
    OutboxRecord,
    'state' | 'fence' | 'claimed_at_ms' | 'remote_id' | 'because' | 'tries' | 'not_before_ms'
  >
>;

/** Says in the audit what became of a post. */
export function noted(
  within: Change,
  row: OutboxRow,
  what: string,
  detail: string,
  at: number,
): Promise<void> {
  return writeAudit(within, { at, what, subject: row.key, detail });
}
