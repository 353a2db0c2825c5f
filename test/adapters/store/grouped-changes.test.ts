import { Kysely, SqliteDialect, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { groupedChanges } from '../../../src/adapters/store/grouped-changes.ts';
import type { Change, Database, Tables } from '../../../src/adapters/store/schema.ts';
import { sqliteRuns } from '../../support/sqlite.ts';

describe.skipIf(!sqliteRuns)('changes that are asked for at the same time', () => {
  let tables: Kysely<Tables>;
  let change: Database['change'];
  let transactions = 0;

  beforeEach(async () => {
    const { default: Sqlite } = await import('better-sqlite3');
    const database = new Sqlite(':memory:');
    database.exec('create table cursor (subscription text primary key, cursor text not null)');
    tables = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
    transactions = 0;
    change = groupedChanges((work) => {
      transactions += 1;
      return tables.transaction().execute(work);
    });
  });

  const write = async (within: Change, subscription: string) => {
    await within.insertInto('cursor').values({ subscription, cursor: '' }).execute();
    return subscription;
  };
  const written = async () => {
    const rows = await tables.selectFrom('cursor').select('subscription').orderBy('subscription').execute();
    return rows.map(({ subscription }) => subscription);
  };

  it('share one transaction, and each has its own result', async () => {
    const asked = ['a', 'b', 'c'].map((name) => change((within) => write(within, name)));
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
    expect([transactions, await written()]).toEqual([1, ['a', 'b', 'c']]);
  });

  it('run in the order in which they were asked for, each seeing those before it', async () => {
    const counts = Array.from({ length: 150 }, (_, index) =>
      change(async (within) => {
        await write(within, `${index}`);
        return (await within.selectFrom('cursor').select('cursor').execute()).length;
      }),
    );
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    expect(transactions).toBe(3);
  });

  it('are undone alone where they fail, and whoever asked hears why', async () => {
    const asked = [
      change((within) => write(within, 'a')),
      change(async (within) => {
        await write(within, 'b');
        await write(within, 'a');
      }),
      change(async (within) => {
        await write(within, 'c');
        throw new Error('of our own');
      }),
      change((within) => write(within, 'd')),
    ];
    const [first, second, third, fourth] = await Promise.allSettled(asked);
    expect([first, fourth]).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'fulfilled', value: 'd' },
    ]);
    expect(second).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
    expect(third).toMatchObject({ reason: { message: 'of our own' } });
    expect([transactions, await written()]).toEqual([1, ['a', 'd']]);
  });

  it('are over for one that is alone as for several', async () => {
    await expect(
      change(async (within) => {
        await write(within, 'a');
        throw new Error('of our own');
      }),
    ).rejects.toThrow('of our own');
    expect(await written()).toEqual([]);
  });

  it('leave nothing, and all of them hear why, where the database has undone everything', async () => {
    const asked = [
      change((within) => write(within, 'a')),
      change(async (within) => {
        await write(within, 'b');
        // SQLite does the same by itself when the disk is full.
        await sql`insert or rollback into cursor values ('a', '')`.execute(within);
      }),
      change((within) => write(within, 'c')),
    ];
    const answers = await Promise.allSettled(asked);
    const broken = { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } };
    expect(answers).toMatchObject([broken, broken, broken]);
    expect(await written()).toEqual([]);
    expect(await change((within) => write(within, 'later'))).toBe('later');
  });
});
