import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { webApp } from '../../src/adapters/web/app.ts';
import { startWeb } from '../../src/adapters/web/start-web.ts';
import type { WebPorts } from '../../src/adapters/web/web-ports.ts';
import type { DashboardStore } from '../../src/ports/dashboard-store.ts';
import type { Task } from '../../src/ports/queue.ts';
import type { Store } from '../../src/ports/store.ts';
import type { WebSettings } from '../../src/service/web-settings.ts';
import { readServiceSettings } from '../../src/settings-service.ts';
import { listedQueue } from '../workers/ports-of.ts';

export const TOKEN = 'open-sesame';

/** The pages over a real store, on a port of the loopback. */
export interface WebService {
  readonly url: string;
  readonly host: string;
  readonly store: Store & DashboardStore;
  readonly ports: WebPorts;
  /** What was given to the queue. */
  readonly tasks: readonly Task[];
  isStopped: boolean;
  close(): Promise<void>;
}

export const bearer = { authorization: `Bearer ${TOKEN}` };
export const basic = { authorization: `Basic ${Buffer.from(`operator:${TOKEN}`).toString('base64')}` };

export function webSettings(over: Partial<WebSettings> = {}): WebSettings {
  const tokenSha256 = createHash('sha256').update(TOKEN).digest('hex');
  return { ...readServiceSettings('').web, port: 0, metricsPort: 0, tokenSha256, ...over };
}

export async function startWebService(over: Partial<WebSettings> = {}): Promise<WebService> {
  const folder = mkdtempSync(join(tmpdir(), 'giveback-web-'));
  const store = await openStore({ file: join(folder, 'store.sqlite') });
  const queue = { ...listedQueue(), probe: async () => {} };
  const state = { isStopped: false };
  const killSwitch = {
    isOn: () => state.isStopped,
    turn: (isOn: boolean) => {
      state.isStopped = isOn;
    },
  };
  const settings = webSettings(over);
  const ports: WebPorts = { store, queue, clock: Date.now, settings, killSwitch, directory: folder };
  const web = await startWeb(webApp(ports, '0.0.0', null), settings);
  return {
    ...{ url: web.url, host: new URL(web.url).host, store, ports, tasks: queue.tasks },
    get isStopped() {
      return state.isStopped;
    },
    set isStopped(isOn) {
      state.isStopped = isOn;
    },
    async close() {
      await web.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
