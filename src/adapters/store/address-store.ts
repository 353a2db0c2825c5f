import type { Kysely, Migration } from 'kysely';
import type { AddressStore, SwitchedOff } from '../../ports/address-store.ts';
import { addressKey } from '../../service/job-keys.ts';
import { writeAudit } from './audit.ts';
import type { Database } from './schema.ts';

/** Addresses that refused mail for good: nothing more is sent there until the time is over or a person says so. */
export const ADDRESSES: Migration = {
  async up(tables: Kysely<unknown>) {
    await tables.schema
      .createTable('address_off')
      .ifNotExists()
      .addColumn('key', 'text', (built) => built.primaryKey())
      .addColumn('address', 'text', (built) => built.notNull())
      .addColumn('because', 'text', (built) => built.notNull())
      .addColumn('at_ms', 'bigint', (built) => built.notNull())
      .addColumn('until_ms', 'bigint', (built) => built.notNull())
      .execute();
  },
};

export function addressStore({ tables, change }: Database): AddressStore {
  return {
    switchOff({ address, because, atMs, untilMs }) {
      return change(async (within) => {
        const why = { because, at_ms: atMs, until_ms: untilMs };
        await within
          .insertInto('address_off')
          .values({ key: addressKey(address), address: address.toLowerCase(), ...why })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(why))
          .execute();
        await writeAudit(within, { at: atMs, what: 'switched off', subject: address, detail: because });
      });
    },

    switchOn(key, by, nowMs) {
      return change(async (within) => {
        const row = await within
          .deleteFrom('address_off')
          .where('key', '=', key)
          .returning('address')
          .executeTakeFirst();
        if (row === undefined) return false;
        await writeAudit(within, { at: nowMs, what: 'switched on', subject: row.address, detail: by });
        return true;
      });
    },

    async listOff(nowMs) {
      const rows = await tables
        .selectFrom('address_off')
        .selectAll()
        .where('until_ms', '>', nowMs)
        .orderBy('at_ms', 'desc')
        .execute();
      return rows.map(
        ({ key, address, because, at_ms: atMs, until_ms: untilMs }): SwitchedOff => ({
          ...{ key, address, because, atMs, untilMs },
        }),
      );
    },
  };
}
