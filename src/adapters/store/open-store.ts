import type { DashboardStore } from '../../ports/dashboard-store.ts';
import type { Store } from '../../ports/store.ts';
import { addressStore } from './address-store.ts';
import { auditStore } from './audit.ts';
import { checkStore } from './check-store.ts';
import { commandStore } from './command-store.ts';
import { dashboardStore } from './dashboard-store.ts';
import { evaluationStore } from './evaluation-store.ts';
import { mailStore } from './mail-store.ts';
import { openDatabase } from './open-database.ts';
import { outboxStore } from './outbox-store.ts';
import { shareStore } from './share-store.ts';
import { taskStore } from './task-store.ts';
import { workStore } from './work-store.ts';

/**
 * The truth of the service: a file of SQLite, or a PostgreSQL that several machines share. Any process that has it open
 * may be killed at any time. `onBroken` is told when the disk gave back an error or nonsense: then nothing that was read
 * since it was opened is to be trusted.
 * @throws Fault when it can not be opened
 */
export async function openStore(
  where: { url: string } | { file: string },
  onBroken: (because: string) => void = () => {},
): Promise<Store & DashboardStore> {
  const database = await openDatabase(where, onBroken);
  return {
    ...mailStore(database),
    ...evaluationStore(database),
    ...outboxStore(database),
    ...addressStore(database),
    ...commandStore(database),
    ...taskStore(database),
    ...workStore(database),
    ...shareStore(database),
    ...checkStore(database),
    ...auditStore(database),
    ...dashboardStore(database),
    close: () => database.tables.destroy(),
  };
}
