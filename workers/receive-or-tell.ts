import { DamagedCopy } from '../src/fault.ts';
import type { Damage } from '../src/ports/dashboard-store.ts';
import type { Subscription } from '../src/ports/subscription.ts';
import { damageName } from '../src/service/damage.ts';
import type { WorkerPorts } from './ports.ts';
import { ensureReceived } from './subscribe.ts';

/** Takes in what a source has. That its copy is damaged is written down for those who ask whether the service is well. */
export async function receiveOrTell(source: Subscription, ports: WorkerPorts): Promise<number> {
  try {
    const count = await ensureReceived(source, ports);
    await note(source, '', ports);
    return count;
  } catch (error) {
    const damage = error instanceof DamagedCopy ? { atMs: ports.clock(), because: error.message } : null;
    if (damage !== null) await note(source, JSON.stringify(damage satisfies Damage), ports);
    throw error;
  }
}

async function note({ name }: Subscription, text: string, { store }: WorkerPorts): Promise<void> {
  const row = damageName(name);
  if (((await store.readCursor(row)) ?? '') !== text) await store.writeCursor(row, text);
}
