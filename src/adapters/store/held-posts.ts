import type { OutboxStore } from '../../ports/outbox-store.ts';
import { writeAudit } from './audit.ts';
import { outboxRow } from './outbox-row.ts';
import { move, noted } from './outbox-step.ts';
import type { Database } from './schema.ts';

/** Posts that wait for an operator: they have not left (fence 0), or may have. */
export function heldPosts({
  tables,
  change,
}: Database): Pick<OutboxStore, 'release' | 'decideHeld' | 'listHeld'> {
  return {
    release(key, nowMs) {
      return change(async (within) => {
        const { numUpdatedRows } = await within
          .updateTable('outbox')
          .set({ state: 'planned', because: 'an operator released it' })
          .where('key', '=', key)
          .where('state', '=', 'held')
          .where('fence', '=', 0)
          .executeTakeFirst();
        const isReleased = numUpdatedRows === 1n;
        if (isReleased) await writeAudit(within, { at: nowMs, what: 'released', subject: key, detail: '' });
        return isReleased;
      });
    },

    decideHeld(key, found, nowMs) {
      return change(async (within) => {
        const seen = await within.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirst();
        if (seen?.state !== 'held' || seen.fence === 0) return false;
        const row = outboxRow(seen);
        const because = `an operator found that it was ${found}`;
        const state = found === 'sent' ? 'settled' : 'planned';
        if (!(await move(within, row, { state, because, not_before_ms: 0 }))) return false;
        const { list, thread, sha256 } = row;
        if (found === 'sent')
          await within.insertInto('post').values({ key, list, thread, at_ms: nowMs }).execute();
        await noted(
          within,
          row,
          found === 'sent' ? 'sent' : 'released',
          `${sha256} as an operator says`,
          nowMs,
        );
        return true;
      });
    },

    async listHeld() {
      const rows = await tables
        .selectFrom('outbox')
        .selectAll()
        .where('state', '=', 'held')
        .orderBy('planned_at_ms')
        .execute();
      return rows.map(outboxRow);
    },
  };
}
