import type { Hono } from 'hono';
import type { OutboxRow } from '../../ports/outbox-store.ts';
import type { Show } from './asked.ts';
import { deadPage } from './ledger-pages.ts';
import { moderationPage } from './moderation-page.ts';
import type { WebPorts } from './web-ports.ts';

/** Pages that only an operator sees; `operatorsOnly` stands before them. */
export function addOperatorPages(app: Hono, { store, settings, clock }: WebPorts, show: Show): void {
  app.get('/moderation', async (context) => {
    const held = await store.listHeld();
    return show(context, moderationPage(held, settings, await latestOf(held)));
  });
  app.get('/gave-up', async (context) => {
    const gaveUp = { dead: await store.listDead(), switchedOff: await store.listOff(clock()) };
    return show(context, deadPage(gaveUp, settings));
  });

  async function latestOf(held: readonly OutboxRow[]): Promise<ReadonlyMap<string, string>> {
    const latest = new Map<string, string>();
    for (const thread of new Set(held.map((row) => row.thread))) {
      const [run] = await store.listRuns(thread);
      if (run !== undefined) latest.set(thread, run.key);
    }
    return latest;
  }
}
