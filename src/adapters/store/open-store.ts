import type { Store } from '../../ports.ts';
import { auditStore } from './audit.ts';
import { commandStore } from './command-store.ts';
import { evaluationStore } from './evaluation-store.ts';
import { mailStore } from './mail-store.ts';
import { openDatabase } from './open-database.ts';
import { outboxStore } from './outbox-store.ts';
import { taskStore } from './task-store.ts';

/**
 * The truth of the service: a file of SQLite, or a PostgreSQL that several machines share. Any process that has it open
 * may be killed at any time.
 * @throws Fault when it can not be opened
 */
export async function openStore(where: { url: string } | { file: string }): Promise<Store> {
  const database = await openDatabase(where);
  return {
    ...mailStore(database),
    ...evaluationStore(database),
    ...outboxStore(database),
    ...commandStore(database),
    ...taskStore(database),
    ...auditStore(database),
    close: () => database.tables.destroy(),
  };
}
