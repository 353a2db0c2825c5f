import type { Server } from 'node:http';
import { startWebhookServer } from '../src/adapters/forge/webhook-server.ts';
import { readDelivery } from '../src/service/forge-event.ts';
import { webhookFrom } from './credentials.ts';
import { ensureHandled } from './forge.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

/** Listens for GitHub where a secret is agreed and we may answer; null elsewhere. */
export async function openWebhook(ports: WorkerPorts): Promise<Server | null> {
  const place = webhookFrom(process.env);
  const { github } = ports;
  if (place === null || github === null) return null;
  return startWebhookServer(place, async (event, payload, delivery) => {
    const asked = readDelivery(event, payload, delivery);
    if (asked === null) return;
    log('delivery', { event, repository: asked.repository, number: asked.number });
    await ensureHandled(asked, github, ports);
  });
}
