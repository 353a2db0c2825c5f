import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';

type Watched = ConstructorParameters<typeof BullMQAdapter>[0];

/** The view of the queue under /queue. It can be looked at and not changed: the store says what is to be done. */
export function queueBoard(queues: readonly Watched[]): Hono {
  const server = new HonoAdapter(serveStatic);
  server.setBasePath('/queue');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'giveback', miscLinks: [{ text: 'Evaluations', url: '/' }] } },
  });
  return server.registerPlugin();
}
