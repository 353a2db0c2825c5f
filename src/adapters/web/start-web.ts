import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { Fault } from '../../fault.ts';
import { isLoopback, type WebSettings } from '../../service/web-settings.ts';
import { keepRoom } from './keep-room.ts';

export interface RunningWeb {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the pages. Who is slow or sends too much is cut off: a client may not hold a connection for longer than its
 * request is allowed to take.
 * @throws Fault when others than this machine could reach it and no token was chosen, or the port is taken
 */
export async function startWeb(app: Hono, settings: WebSettings): Promise<RunningWeb> {
  const { host, port, tokenSha256 } = settings;
  if (!isLoopback(host) && tokenSha256 === null)
    throw new Fault(
      `web.json has the host ${host} and no token: choose one with giveback init, or 127.0.0.1`,
      'never',
    );
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: {
      headersTimeout: settings.headersSeconds * 1_000,
      requestTimeout: settings.requestSeconds * 1_000,
      keepAliveTimeout: settings.keepAliveSeconds * 1_000,
      connectionsCheckingInterval: 1_000,
    },
  }) as Server;
  keepRoom(server, settings.connectionsMax);
  return listening(server, host, port);
}

export async function listening(server: Server, host: string, port: number): Promise<RunningWeb> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Fault(`port ${port}: ${error.message}`, 'never')));
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
